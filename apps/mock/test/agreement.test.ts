import { runVerify, variableOf } from "@workflow-api/conformance";
import { contractFile, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { startMock } from "../src/index.ts";

const { securitySchemes } = await loadContract(contractFile());
const environment = Object.fromEntries(
  securitySchemes.map(({ key }, index) => [variableOf(key), `user:k-1f2e3d${index}`]),
);

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
