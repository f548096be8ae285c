import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, verifyDocument } from "./support/verify-document.ts";

const content: JsonObject = {
  "application/vnd.api+json": { schema: { type: "object" }, examples: { listed: { value: {} } } },
};
const notes: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Notes", version: "1.0.0" },
  paths: {
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters: [
          { name: "page", in: "query", schema: { type: "integer" }, examples: { listed: { value: 2 } } },
        ],
        responses: { "200": { description: "A page.", content } },
      },
    },
  },
};

/** A server of four pages, of which one is spoilt. */
const paging = (spoils: (page: number) => JsonObject = () => ({})): Fault => ({
  spoils: (answer, { target }) => {
    const page = Number(/page=(\d+)$/.exec(target)?.[1]);
    if (answer.status !== 200 || !(page >= 1)) return answer;
    const at = (number: number): JsonValue => (number < 1 || number > 4 ? null : `/notes?page=${number}`);
    const links = { first: at(1), prev: at(page - 1), next: { href: `?page=${page + 1}` }, last: at(4) };
    const { links: others, status = 200, ...rest } = spoils(page);
    const own = { ...links, next: page === 4 ? null : links.next, ...(isObject(others) && others) };
    const body = { data: [{ type: "notes", id: String(page) }], links: own, ...rest };
    return { ...answer, status: Number(status), body: JSON.stringify(body) };
  },
});
const only = ["--only", "link", "--only", "scenario", "--explore", "0"];

async function messagesOf(fault: Fault): Promise<string[]> {
  const failures = failuresIn(await verifyDocument(notes, fault, ...only));
  return failures.flatMap(({ findings }) => findings.map(({ message }) => message));
}

test("Links that lead where they say are followed, and nothing is found", async () => {
  const report = await verifyDocument(notes, paging(), ...only);
  expect(failuresIn(report)).toEqual([]);
  const followed = report.results.filter(({ title }) => title.includes(" link ")).map(({ title }) => title);
  expect(followed).toEqual(["first", "last", "prev", "next"].map((name) => `listNotes link ${name}`));
});

test.each<[string, Fault, string]>([
  [
    "last page that has a next",
    paging((page) => (page === 4 ? { links: { next: "/notes?page=5" } } : {})),
    "last leads to a page that has a link next",
  ],
  [
    "first page that has a prev",
    paging((page) => (page === 1 ? { links: { prev: "/notes?page=1" } } : {})),
    "first leads to a page that has a link prev",
  ],
  [
    "next that is the same page",
    paging(() => ({ links: { next: "/notes?page=2" } })),
    "next leads to the same page",
  ],
  [
    "last page that is empty",
    paging((page) => (page === 4 ? { data: [] } : {})),
    "last leads to a page without data",
  ],
  [
    "prev of the next page that is that page again",
    paging((page) => (page === 2 ? { links: { prev: null } } : { links: { prev: "?page=3" } })),
    "prev leads to the same page",
  ],
  ...[400, 404, 410, 500].map((status): [string, Fault, string] => [
    `prev that is answered by ${status}`,
    paging((page) => (page === 1 ? { status } : {})),
    `prev leads to ${status}`,
  ]),
])("A %s is found", async (_what, fault, message) => {
  expect(await messagesOf(fault)).toContainEqual(expect.stringContaining(message));
});

test("Links are those of the page as it is by then, whatever has been written since it was first read", async () => {
  let count = 0;
  const growing: Fault = {
    spoils: (answer, request) => {
      const came = paging((page) => (page === 1 ? { status: 404 } : { meta: count })).spoils?.(
        answer,
        request,
        undefined,
      );
      if (request.headers["accept"]?.startsWith("text/html")) count++;
      return came;
    },
  };
  const report = await verifyDocument(notes, growing, "--only", "link", "--only", "accept", "--explore", "0");
  expect(failuresIn(report).map(({ title }) => title)).toContain("listNotes link prev");
});

test("The links of an example that a mock serves for every page are not followed", async () => {
  const [page, other] = ["1", "7"].map((id) => ({
    data: [{ type: "notes", id }],
    links: { first: "/notes?page=2", prev: "/nowhere", next: "/notes?page=2", last: "/notes?page=2" },
  }));
  const shown = JSON.parse(JSON.stringify(notes).replace('"value":{}', `"value":${JSON.stringify(page)}`));
  const serving = (body: unknown): Fault => ({
    spoils: (answer) => (answer.status === 200 ? { ...answer, body: JSON.stringify(body) } : answer),
  });
  const messages = async (body: unknown): Promise<string[]> =>
    failuresIn(await verifyDocument(shown, serving(body), ...only)).map(({ title }) => title);
  expect(await messages(page)).toEqual([]);
  expect(await messages(other)).toContain("listNotes link next");
});

test("A link to another server is not followed, nor is a page judged that changes meanwhile", async () => {
  expect(
    await messagesOf(paging((page) => (page === 2 ? { links: { next: "https://other.invalid/x" } } : {}))),
  ).toEqual([]);
  let count = 0;
  expect(await messagesOf(paging(() => ({ links: { next: "/notes?page=2" }, meta: count++ })))).toEqual([]);
});
