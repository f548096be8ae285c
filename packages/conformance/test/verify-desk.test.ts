import { describe, expect, test } from "vitest";
import { checkResponse, type FindingName } from "../src/index.ts";
import type { Fault } from "./support/contract-server.ts";
import {
  against,
  answers,
  contract,
  failuresOf,
  header,
  member,
  overlooks,
  run,
} from "./support/verify-desk.ts";

test("A server that keeps a contract of other shapes agrees with it.", async () => {
  const { code, out } = await against({}, (url) => run(url, ["--write"]));
  expect(out).toMatch(/: \d{3,} passed, 0 failed/);
  expect(code).toBe(0);
});

const faults: readonly [name: string, finding: FindingName, about: RegExp, fault: Fault][] = [
  [
    "leaves out a header that is required",
    "response_headers_conformance",
    /^peekTicket/,
    answers(header("x-version", undefined), "peekTicket"),
  ],
  [
    "sends a header of another type",
    "response_headers_conformance",
    /^peekTicket/,
    answers(header("x-version", "new"), "peekTicket"),
  ],
  [
    "sends a header that is out of bounds",
    "response_headers_conformance",
    /^peekTicket/,
    answers(header("x-version", "0"), "peekTicket"),
  ],
  [
    "leaves out the header of a created thing",
    "response_headers_conformance",
    /^openTicket/,
    answers(header("location", undefined), "openTicket", 201),
  ],
  [
    "answers a HEAD with 204",
    "status_code_conformance",
    /^peekTicket/,
    answers(() => ({ status: 204 }), "peekTicket", 200),
  ],
  [
    "answers 200 to what it creates",
    "status_code_conformance",
    /^openTicket/,
    answers(() => ({ status: 200 }), "openTicket", 201),
  ],
  [
    "accepts for later what it is to create",
    "status_code_conformance",
    /^openTicket/,
    answers(() => ({ status: 202 }), "openTicket", 201),
  ],
  [
    "sends a body where there is none",
    "response_schema_conformance",
    /^openTicket/,
    answers(() => ({ body: "{}" }), "openTicket", 201),
  ],
  [
    "answers 200 with a body instead of 204",
    "status_code_conformance",
    /^closeTicket/,
    answers(() => ({ status: 200, body: "done" }), "closeTicket", 204),
  ],
  [
    "fails at deleting",
    "not_a_server_error",
    /^closeTicket/,
    answers(() => ({ status: 503 }), "closeTicket", 204),
  ],
  [
    "calls its text HTML",
    "content_type_conformance",
    /^readTicket/,
    answers(header("content-type", "text/html"), "readTicket", 200),
  ],
  [
    "leaves out the Content-Type",
    "content_type_conformance",
    /^readTicket/,
    answers(header("content-type", undefined), "readTicket", 200),
  ],
  ["leaves out a required member", "response_schema_conformance", /^readTicket/, member("id", undefined)],
  ["sends null for what is never null", "response_schema_conformance", /^readTicket/, member("id", null)],
  ["sends a date that is none", "response_schema_conformance", /^readTicket/, member("due", "tomorrow")],
  [
    "sends what is of none of the schemas",
    "response_schema_conformance",
    /^readTicket/,
    member("by", { kind: "ghost" }),
  ],
  [
    "sends a list that is too long",
    "response_schema_conformance",
    /^readTicket/,
    member("notes", ["1", "2", "3", "4", "5", "6"]),
  ],
  ["sends numbers in a list of texts", "response_schema_conformance", /^readTicket/, member("notes", [1])],
  [
    "sends what include did not ask for",
    "include_conformance",
    /^readTicket/,
    member("owner", { name: "Ada" }),
  ],
  [
    "refuses in another form",
    "response_schema_conformance",
    /^readTicket 4/,
    answers(() => ({ body: "{}" }), "readTicket", 400),
  ],
  ["takes requests without credentials", "ignored_auth", /^readTicket/, overlooks("security")],
  [
    "takes any token form",
    "ignored_auth",
    /^closeTicket/,
    { overlooks: ({ part }, { headers }) => part === "security" && "authorization" in headers },
  ],
  [
    "takes any number in the path",
    "negative_data_rejection",
    /path id against minimum/,
    overlooks("path id"),
  ],
  ["takes any value of include", "negative_data_rejection", /query include/, overlooks("query include")],
  [
    "takes any member of an object in the query",
    "negative_data_rejection",
    /query filter/,
    overlooks("query filter"),
  ],
  ["takes any cookie", "negative_data_rejection", /cookie trace/, overlooks("cookie trace")],
  ["takes any locale", "negative_data_rejection", /header X-Locale/i, overlooks("header x-locale")],
  ["takes no body for one", "negative_data_rejection", /^openTicket/, overlooks("body", /missing/)],
  [
    "takes bodies that break the schema",
    "negative_data_rejection",
    /^openTicket/,
    overlooks("body", /^The body at/),
  ],
  ["takes any media type", "negative_data_rejection", /^openTicket/, overlooks("body", /media type/)],
  [
    "refuses what may be left out",
    "positive_data_acceptance",
    /^readTicket/,
    {
      spoils: (answer, { target }) =>
        target.includes("filter")
          ? answer
          : { ...answer, status: answer.status === 200 ? 422 : answer.status },
    },
  ],
  [
    "refuses lists of more than one",
    "positive_data_acceptance",
    /^readTicket/,
    {
      spoils: (answer, { target }) =>
        /labels=.*labels=/.test(target)
          ? {
              ...answer,
              status: 400,
              headers: { "content-type": "application/problem+json" },
              body: '{"title":"x"}',
            }
          : answer,
    },
  ],
  [
    "takes methods that there are not",
    "unsupported_method",
    /./,
    { spoils: (answer) => (answer.status === 405 ? { ...answer, status: 200 } : answer) },
  ],
  [
    "takes paths that there are not",
    "status_code_conformance",
    /./,
    {
      spoils: (answer, _, operation) =>
        answer.status === 404 && operation === undefined ? { ...answer, status: 200 } : answer,
    },
  ],
];

describe("What breaks a contract of other shapes is found and named", () => {
  test.each(faults)("It %s.", async (_name, finding, about, fault) => {
    const failed = await failuresOf(fault);
    const named = failed.filter(
      ({ findings, title }) => about.test(title) && findings.some(({ name }) => name === finding),
    );
    expect(
      named,
      JSON.stringify(failed.map(({ findings, title }) => [title, findings]).slice(0, 5)),
    ).not.toEqual([]);
  });
});

test("A body of XML is not held to its schema as if it were a text.", () => {
  const [operation] = contract.operations;
  const media = operation?.responses[0]?.content[0];
  if (operation === undefined || media === undefined) throw new Error("The desk has an answer.");
  const xml = {
    ...operation,
    responses: [
      {
        ...operation.responses[0],
        status: "200",
        headers: [],
        description: "",
        pointer: "",
        content: [{ ...media, mediaType: "application/xml" }],
      },
    ],
  };
  const answer = {
    status: 200,
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: "<ticket/>",
  };
  expect(checkResponse(xml, answer)).toEqual([]);
  expect(checkResponse(xml, { ...answer, headers: { "content-type": "application/json" } })).not.toEqual([]);
});
