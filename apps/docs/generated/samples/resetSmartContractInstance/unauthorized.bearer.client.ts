import { createClient, StatusError } from "@workflow-api/client";

const client = createClient({
  baseUrl: "http://127.0.0.1:4010",
  domain: "00000000-0000-4000-8000-000000000401",
  auth: { bearer: "YOUR_BEARER_TOKEN" },
});

try {
  await client.resetSmartContractInstance({
    flowInstanceId: "flow-1",
    containerInstanceId: "container-1",
    processInstanceId: "process-1",
    taskInstanceId: "task-failed",
  });
} catch (error) {
  if (!(error instanceof StatusError)) throw error;
  console.log(error.status, error.body);
}
