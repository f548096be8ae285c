import { runVerify } from "@workflow-api/conformance";
import { expect, test } from "vitest";
import { startMock } from "../src/index.ts";

const environment = {
  WORKFLOW_API_KEY: "k-1f2e3d",
  WORKFLOW_API_SECRET: "s-4c5b6a",
  WORKFLOW_BEARER: "b-7f8e9d",
};

test.each([
  ["as a service", [], /: \d+ passed, 0 failed(, \d+ not sent)?\n$/],
  ["to the letter", ["--exact"], /: \d+ passed, 0 failed\n$/],
])("The mock agrees with its contract, %s.", async (_title, options, last) => {
  const mock = await startMock();
  const out: string[] = [];
  const code = await runVerify(["--base-url", mock.url, "--write", ...options], {
    environment,
    print: (text) => void out.push(text),
    printError: (text) => void out.push(text),
    progress: undefined,
  });
  await mock.close();
  expect(code, out.join("")).toBe(0);
  expect(out.join("")).toMatch(last);
});
