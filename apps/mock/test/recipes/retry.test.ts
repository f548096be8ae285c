import { createClient } from "@workflow-api/client";
import { startMock } from "@workflow-api/mock";
import { expect, test } from "vitest";

test("a failure is overcome by trying again", async () => {
  const mock = await startMock();
  const api = createClient({
    baseUrl: mock.url,
    domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
    auth: { apiKey: "key", apiSecret: "secret" },
  });
  const instance = {
    flowInstanceId: "f",
    containerInstanceId: "c",
    processInstanceId: "p",
    taskInstanceId: "t",
  };

  mock.controls.setSequence("resetSmartContractInstance", ["server_failure"]);
  await expect(api.resetSmartContractInstance(instance)).rejects.toMatchObject({ status: 500 });
  expect(await api.resetSmartContractInstance(instance)).toEqual({ acknowledge: true });
  await mock.close();
});
