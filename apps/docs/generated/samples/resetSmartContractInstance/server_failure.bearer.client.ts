import { createClient, StatusError } from "@workflow-api/client";

const client = createClient({
  baseUrl: "http://127.0.0.1:4010",
  domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
  auth: { bearer: "YOUR_BEARER_TOKEN" },
});

try {
  await client.resetSmartContractInstance({
    flowInstanceId: "flow-1",
    containerInstanceId: "container-1",
    processInstanceId: "process-1",
    taskInstanceId: "task-server-failure",
  });
} catch (error) {
  if (!(error instanceof StatusError)) throw error;
  console.log(error.status, error.body);
}
