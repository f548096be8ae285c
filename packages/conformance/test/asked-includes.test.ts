import {
  isObject,
  type JsonObject,
  type JsonValue,
  loadContract,
  parameterKey,
} from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import type { Answer, CaseRequest } from "../src/case.ts";
import { checkAnswer, deriveCases, type Report } from "../src/index.ts";
import { withNode } from "../src/score/edit.ts";
import type { Fault } from "./support/contract-server.ts";
import { contractOf } from "./support/contract-with.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const string = { type: "string" };
const numbers = { type: "array", items: { type: "integer", enum: [1, 2] } };
const answer = (schema: JsonValue, example: JsonValue): JsonObject => ({
  description: "It is here.",
  content: { "application/json": { schema, examples: { full: { value: example } } } },
});

/** Shelves, of which a text and a list of numbers ask for parts; where nothing is there, no body comes. */
const shelves: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Shelves", version: "1.0.0" },
  paths: {
    "/shelves": {
      get: {
        operationId: "readShelf",
        parameters: [
          {
            name: "expand",
            in: "query",
            schema: { type: "string", enum: ["owner", "label", "none"] },
            examples: { full: { value: "owner" } },
            "x-includes": { owner: "/owner", label: "/held/label" },
          },
          {
            name: "rows",
            in: "query",
            schema: numbers,
            examples: { full: { value: [1, 2] } },
            "x-includes": { "1": "/held/first", "2": "/held/second" },
          },
        ],
        responses: {
          "200": answer(
            {
              type: "object",
              properties: {
                owner: { type: ["string", "null"] },
                held: {
                  type: "object",
                  properties: { label: {}, first: { type: "array" }, second: string },
                },
              },
            },
            { owner: "Ada", held: { label: "L", first: [], second: "b" } },
          ),
          "202": answer({ type: "object", properties: { job: string } }, { job: "1" }),
          "204": { description: "Nothing is there." },
        },
      },
    },
  },
};

/** Changes what is answered with a body of success. */
function answering(change: (body: JsonObject, request: CaseRequest) => JsonValue): Fault {
  return {
    spoils: (given, request) => {
      const body: unknown = given.status === 200 && given.body !== "" ? JSON.parse(given.body) : undefined;
      return isObject(body) ? { ...given, body: JSON.stringify(change(body, request)) } : given;
    },
  };
}

/** Sets a member of what is held, or leaves it out, if there is one. */
const held =
  (name: string, value: JsonValue | undefined) =>
  (body: JsonObject): JsonObject => {
    const { held: parts } = body;
    return isObject(parts) && parts[name] !== undefined
      ? { ...body, held: { ...parts, [name]: value } }
      : body;
  };

const messagesIn = (report: Report): string[] => [
  ...new Set(failuresIn(report).flatMap(({ findings }) => findings.map(({ message }) => message))),
];
const told = (place: string, what: string, asking: string): string =>
  `${place} ${what}, though ${asking} asks for it: send it then, or change x-includes.`;

describe("A server that ignores", () => {
  test.each<[what: string, fault: Fault, ...messages: string[]]>([
    ["a text", answering(({ owner: _, ...rest }) => rest), told("/owner", "did not come", "expand=owner")],
    ["a number", answering(held("second", undefined)), told("/held/second", "did not come", "rows=2")],
    [
      "all but the first number",
      answering((body, { target }) =>
        /rows=1.*rows=2/.test(target) ? held("second", undefined)(body) : body,
      ),
      told("/held/second", "did not come", "rows=2"),
    ],
    [
      "everything that is held",
      answering(({ held: _, ...rest }) => rest),
      told("/held/first", "did not come", "rows=1"),
      told("/held/label", "did not come", "expand=label"),
      told("/held/second", "did not come", "rows=2"),
    ],
    [
      "a value that it sends as null",
      answering(held("label", null)),
      told("/held/label", "is null", "expand=label"),
    ],
  ])("%s is found, and what it ignores is told.", async (_, fault, ...messages) => {
    expect(messagesIn(await verifyDocument(shelves, fault)).toSorted()).toEqual(messages);
  });
});

test.each<[what: string, fault: Fault]>([
  ["sends all of it", {}],
  ["sends null where it may", answering((body) => ("owner" in body ? { ...body, owner: null } : body))],
  ["sends an empty list or text", answering((body) => held("first", [])(held("second", "")(body)))],
])("A server that %s is not found wrong.", async (_, fault) => {
  expect(messagesIn(await verifyDocument(shelves, fault))).toEqual([]);
});

test.each<[what: string, other: Partial<Answer>]>([
  ["without a body", { status: 204, headers: {}, body: "" }],
  ["with a body that does not declare it", { status: 202, body: '{"job":"1"}' }],
])("Nothing is missed in an answer %s.", async (_, other) => {
  const spoils: Fault["spoils"] = (given) => (given.status === 200 ? { ...given, ...other } : given);
  const report = await verifyDocument(shelves, { spoils });
  expect(report.results.filter(({ status }) => status === other.status).length).toBeGreaterThan(9);
  expect(namesIn(report)).not.toContain("include_conformance");
});

test("A finding stands at the value, and its reproduction asks for nothing else.", async () => {
  const fault = answering(held("second", undefined));
  const found = failuresIn(await verifyDocument(shelves, fault)).filter(({ isShortened }) => isShortened);
  expect(found.map(({ curl }) => /'(.*)'/.exec(curl)?.[1]?.replace(/^.*(?=\/shelves)/, ""))).toContain(
    "/shelves?rows=2",
  );
  const text = JSON.stringify(shelves, undefined, 2).split("\n");
  const lines = found.flatMap(({ findings }) => findings.map(({ line }) => text[line - 1]?.trim()));
  expect(new Set(lines)).toEqual(new Set(['"2": "/held/second"']));
});

test("Whatever the contract lets be asked for is missed, alone and with the others.", async () => {
  for (const one of deriveCases(await loadContract())) {
    const { mock, verdict } = one.expected;
    const { includes = [] } = one.operation ?? {};
    if (includes.length === 0 || mock?.status !== 200 || !["scenario", "valid"].includes(verdict)) continue;
    const headers = { "content-type": one.operation?.responses[0]?.content[0]?.mediaType ?? "" };
    const found = (body: JsonValue | undefined): string[] =>
      checkAnswer(one, { status: 200, headers, body: JSON.stringify(body) })
        .filter(({ name }) => name === "include_conformance")
        .map(({ pointer }) => pointer.slice(pointer.lastIndexOf("/") + 1));
    const keys = new Set(includes.map(({ parameter }) => parameterKey(parameter)));
    const given = [...keys].flatMap((key) => one.call?.values.get(key) ?? []).map(String);
    const asking = includes.filter(({ value }) => given.includes(value));
    // What several values add alike is missed once.
    const asked = asking
      .filter(({ adds }, index) => asking.findIndex((other) => other.adds === adds) === index)
      .map(({ value }) => value);
    expect(found(mock.body), one.title).toEqual([]);
    if (one.call !== undefined) expect(found({}).toSorted(), one.title).toEqual(asked.toSorted());
  }
});

test("An example that lacks what is asked for may be answered by a mock, and by any server of which it is preferred.", async () => {
  const media = "/paths/~1shelves/get/responses/200/content/application~1json/examples";
  const lacking = withNode(withNode(shelves, `${media}/full/value/owner`, undefined), `${media}/bare`, {
    value: {},
  });
  const cases = deriveCases(await contractOf(lacking));
  const missed = (title: string, as: "mock" | "service"): string[] => {
    const one = cases.find((each) => each.title === `readShelf 200 ${title}`);
    if (one === undefined) throw new Error(`There is no case ${title}.`);
    const headers = { "content-type": "application/json" };
    const findings = checkAnswer(one, { status: 200, headers, body: "{}" }, { as });
    return findings.filter(({ name }) => name === "include_conformance").map(({ pointer }) => pointer);
  };
  const place = "/paths/~1shelves/get/parameters";
  const rows = [`${place}/1/x-includes/1`, `${place}/1/x-includes/2`];
  expect(missed("full", "service")).toEqual([`${place}/0/x-includes/owner`, ...rows]);
  expect(missed("full", "mock")).toEqual(rows);
  expect(missed("with the example bare preferred", "service")).toEqual([]);
});
