import { fileURLToPath } from "node:url";
import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { startUpText } from "../src/cli/start-up-text.ts";
import { createMock, describeOperations, startMock } from "../src/index.ts";
import { axeFindings } from "./support/axe.ts";

const file = fileURLToPath(new URL("fixtures/unreached.yaml", import.meta.url));
const contract = await loadContract(file);

const linesOf: Readonly<Record<string, readonly string[]>> = {
  getThing: [
    "200 found  (the default, for requests that match no scenario)",
    "304        (to a request with the header Prefer: code=304)",
    "5XX        (to a request with the header Prefer: code=500)",
    "default    (to a request with the header Prefer: code=400)",
  ],
  putThing: ["204      (to any valid request)", "default  (to a request with the header Prefer: code=500)"],
  deleteThing: [
    "404 missing",
    "200          (what no scenario matches)",
    "202          (to a request with the header Prefer: code=202)",
    "409          (to a request with the header Prefer: code=409)",
  ],
};

test.each(Object.entries(linesOf))("The start tells of %s what no scenario reaches", (operationId, lines) => {
  const block = startUpText(contract, "http://mock")
    .split("\n\n")
    .find((each) => each.startsWith(operationId));
  expect(
    block
      ?.split("\n")
      .slice(1)
      .map((line) => line.trim()),
  ).toEqual(lines);
});

const told = describeOperations(contract, "").flatMap(({ operationId, method, unreached }) =>
  unreached.map((response) => ({ operationId, method, ...response })),
);

test.each(told)("$operationId answers $status as told", async ({ method, status, isDefault, prefer }) => {
  const mock = await createMock(contract);
  const headers = isDefault ? {} : { prefer };
  const answer = await mock.answer({ method, target: "/things/c", headers });
  expect(String(answer.status)).toMatch(
    new RegExp(`^${status === "default" ? prefer.replace("code=", "") : status.replaceAll("X", "\\d")}$`),
  );
});

test("The page tells what no scenario reaches", async () => {
  const mock = await startMock({ contractFile: file });
  const browser = await launchBrowser();
  const { page } = await openWatchedPage(browser);
  await page.goto(`${mock.url}/__mock/`);
  const lists = page.getByRole("list", { name: "Without a scenario" });
  await lists.first().waitFor();
  const texts = await lists.allInnerTexts();
  expect(texts.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
    "304 to a request with the header Prefer: code=304 5XX to a request with the header Prefer: code=500 default to a request with the header Prefer: code=400",
    "204 to any valid request default to a request with the header Prefer: code=500",
    "200 what no scenario matches 202 to a request with the header Prefer: code=202 409 to a request with the header Prefer: code=409",
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await browser.close();
  await mock.close();
});
