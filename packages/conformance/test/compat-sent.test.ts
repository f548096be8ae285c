import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { compareContracts, describeChanges } from "../src/compat/index.ts";
import { toText } from "../src/compat/report.ts";
import { both, type Change, named, rename, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";
import { get, loose, things, titled } from "./support/things.ts";

const event = (schema: JsonValue): JsonObject => ({
  post: {
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "200": { description: "It is heard." } },
  },
});
const told = `${get}/callbacks/told/{$request.query.url}`;
const heard: Change = both(
  set("/webhooks", { sold: event(titled) }),
  set(`${get}/callbacks`, { told: { "{$request.query.url}": event(titled) } }),
);
const callback = "The callback told of getThing to {$request.query.url}";
const bodyOf = (pointer: string): string => `${pointer}/post/requestBody/content/application~1json/schema`;

const sent: readonly [what: string, change: Change, name: string, whom: readonly string[]][] = [
  ["a webhook is gone", set("/webhooks/sold", undefined), "The webhook sold", ["callers"]],
  ["a webhook is added", set("/webhooks/bought", event(titled)), "The webhook bought", ["servers"]],
  ["a webhook sends less", set(bodyOf("/webhooks/sold"), loose), "The webhook sold", ["callers"]],
  [
    "a webhook sends more",
    set(`${bodyOf("/webhooks/sold")}/required`, ["title", "at"]),
    "The webhook sold",
    ["servers"],
  ],
  ["a webhook may send more", set(`${bodyOf("/webhooks/sold")}/properties/at`, {}), "The webhook sold", []],
  [
    "a webhook wants another answer",
    rename("/webhooks/sold/post/responses/200", "202"),
    "The webhook sold",
    ["servers", "callers"],
  ],
  ["a callback is gone", set(`${get}/callbacks`, undefined), callback, ["callers"]],
  ["a callback sends less", set(bodyOf(told), loose), callback, ["callers"]],
  [
    "a callback is sent to another address too",
    set(`${get}/callbacks/told/{$request.query.other}`, event(titled)),
    "The callback told of getThing to {$request.query.other}",
    ["servers"],
  ],
  ["an operation with a callback is renamed", set(`${get}/operationId`, "readThing"), callback, []],
];

describe.each(sent)("That %s", (_what, change, name, whom) => {
  test(`breaks ${named(whom)} of ${name}.`, async () => {
    const old = heard(things);
    const found = compareContracts(await contractOf(old), await contractOf(change(old)));
    expect(found.map((each) => each.for)).toEqual(whom);
    expect(found.every((each) => each.operationId === name && each.sender === "service")).toBe(true);
  });
});

test("A callback to another address comes no longer where it came, and comes where it did not.", async () => {
  const old = heard(things);
  const changed = rename(told, "{$request.query.url}/told")(old);
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found.map((each) => `${each.for}: ${each.operationId}: ${each.reason}`)).toEqual([
    `callers: ${callback}: It is no longer sent.`,
    `servers: ${callback}/told: It is sent now.`,
  ]);
});

test("A webhook that is gone is shown by what came, and one that is added by what comes now.", async () => {
  const [old, changed] = [heard(things), set("/webhooks/sold", undefined)(heard(things))];
  const shown = async (before: JsonObject, after: JsonObject): Promise<string> =>
    toText(await describeChanges(await contractOf(before), await contractOf(after)));
  expect(await shown(old, changed)).toContain("It is no longer sent. A request that came before:");
  expect(await shown(changed, old)).toContain("It is sent now. A request that comes now:");
});

test("What becomes of the servers of a service is nothing to those who are sent something.", async () => {
  const old = heard(set("/servers/1", { url: "https://old.things.example/v1" })(things));
  const found = compareContracts(await contractOf(old), await contractOf(set("/servers/1", undefined)(old)));
  expect(found.map((each) => each.operationId)).toEqual(["getThing"]);
});

test("To be sent a body where there was none harms nobody.", async () => {
  const silent = { post: { responses: { "200": { description: "It is heard." } } } };
  const old = set("/webhooks", { sold: silent })(things);
  const changed = set("/webhooks", { sold: event(titled) })(things);
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  expect(found).toMatchObject([{ for: "servers", reason: "The body is missing." }]);
});
