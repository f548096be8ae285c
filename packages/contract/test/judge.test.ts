import { describe, expect, test } from "vitest";
import {
  type HttpRequest,
  judgeRequest,
  judgeResponse,
  judgeSecurity,
  scenarioRequest,
  type Violation,
} from "../src/index.ts";
import { further, operation } from "./contract.ts";

const mediaType = "application/vnd.api+json";

// An operation, what is changed in a request or which response it has, and what is told of that
// (`-`: nothing).
const requests = rowsOf(`
  listNotes {}
    -
  listNotes {"target":"LIST&other=1","headers":{"x-other":"1"}}
    -
  listNotes {"headers":{"x-domain":null}}
    header x-domain required: must be sent
  listNotes {"target":"/v1/notes?page%5Bsize%5D=two"}
    query page[size] type: must be an integer
  listNotes {"target":"/v1/notes?page%5Bsize%5D=51"}
    query page[size] maximum: must be <= 50
  listNotes {"target":"/v1/notes?sort=text,size"}
    query sort/1 enum: must be one of "number", "text"
  listNotes {"target":"/v1/notes?sort=text&sort=number"}
    query sort explode: must be sent once, but comes 2 times: write its items with commas between them, sort=a,b
  listNotes {"target":"/v1/notes?sort=text%2Cnumber"}
    query sort explode: must have plain commas, but has %2C: write its items with commas between them, sort=a,b, query sort/0 enum: must be one of "number", "text"
  listNotes {"target":"/v1/notes?pinned=true&pinned=true"}
    query pinned explode: must be sent once, but comes 2 times
  listNotes {"target":"/v1/notes?label=a&label=b&Pinned=maybe"}
    -
  listNotes {"body":"a body that is not declared"}
    -
  getNote {"target":"/v1/notes/none"}
    path noteNumber type: must be an integer
  getNote {"target":"/v1/notes/7?with=team&with=team"}
    query with uniqueItems: must not have an item twice, but items 1 and 2 are equal
  createNote {"body":""}
    body required: must be sent
  editNote {"body":"","headers":{"authorization":"bearer a.b-c=="}}
    -
  createNote {"body":"{"}
    body syntax: must be JSON, but cannot be parsed as it
  createNote {"headers":{"content-type":"application/json; charset=utf-8"}}
    header content-type mediaType: must be JSONAPI, but it is application/json
  createNote {"headers":{"content-type":null}}
    header content-type mediaType: must be JSONAPI, but there is none
  createNote {"headers":{"content-type":" "}}
    header content-type mediaType: must be JSONAPI, but there is none
  createNote {"headers":{"content-type":"Application/VND.api+json; charset=utf-8"}}
    -
  createNote {"body":"{\\"data\\":{\\"type\\":\\"x\\",\\"attributes\\":{\\"text\\":\\"a\\",\\"pinned\\":true}}}"}
    body/data/type const: must be "notes"
  listNotes {"headers":{"x-api-key":"","x-api-secret":" "}}
    header x-api-key security: must be sent, header x-api-secret security: must be sent
  createNote {"headers":{"x-api-secret":null}}
    header x-api-secret security: must be sent
  createNote {"headers":{"x-api-key":null,"x-api-secret":null,"authorization":"Bearer t"}}
    -
  editNote {"headers":{"authorization":"Basic t"}}
    header authorization security: must be Bearer and a token, with a space between them
`);

const responses = rowsOf(`
  listNotes 200 {"data":[],"links":{"self":"/v1/notes","next":null}}
    -
  listNotes 418 {}
    status status: must be documented (200, 401), but is 418
  listNotes 200 {"data":{},"links":{"self":"/v1/notes","next":null}}
    body/data type: must be a list
  listNotes 401 {"status":401,"code":1,"title":"Unauthorized"}
    body/code const: must be 0
  getNote 404 {"errors":[{"status":"404","title":"Unknown note","source":{}}]}
    -
  removeNote 204 {}
    body content: must be empty
  getNote 200 {"number":7,"text":"a","pinned":true,"writer":{"name":"Ada","homepage":"https://example.com/ada"}}
    -
  getNote 200 {"number":7,"text":"a","pinned":true}
    body/writer x-includes: must be there, because with asks for writer
  getNote 200 {"number":7,"text":"a","pinned":true,"writer":{"name":"Ada","homepage":"https://a.example","team":{"name":"a","size":1}}}
    body/writer/team x-includes: must not be there, because the request does not ask for it
`);

function rowsOf(table: string): { id: string; given: string; told: string }[] {
  const filled = table
    .replaceAll("JSONAPI", mediaType)
    .replaceAll("LIST", "/v1/notes?page%5Bsize%5D=2");
  return [...filled.matchAll(/^ {2}(\w+) (.+)\n {4}(.+)$/gm)].map(
    ([, id = "", given = "", told = ""]) => ({
      id,
      given,
      told,
    }),
  );
}

function tell(violations: readonly Violation[]): string {
  return (
    violations
      .map(({ part, pointer, keyword, message }) => `${part}${pointer} ${keyword}: ${message}`)
      .join(", ") || "-"
  );
}

/** The request of the first scenario, with keys and after a change. */
function changed(id: string, change: Partial<HttpRequest>): HttpRequest {
  const [scenario] = operation(further, id).scenarios;
  if (scenario === undefined) throw new Error(`${id} has no scenario`);
  const request = scenarioRequest(operation(further, id), scenario);
  const headers = { ...request.headers, "x-api-key": "k", "x-api-secret": "s", ...change.headers };
  const sent = Object.entries(headers).filter(([, value]) => value !== null);
  return { ...request, ...change, headers: Object.fromEntries(sent) };
}

function judged(id: string, change: Partial<HttpRequest>): ReturnType<typeof judgeRequest> {
  const request = changed(id, change);
  const { segments } = further.route(request.method, request.target.split("?")[0] ?? "");
  return judgeRequest(further, operation(further, id), request, segments);
}

describe("a request is judged", () => {
  test.each(requests)("of $id $given", ({ id, given, told }) => {
    const { unauthenticated, violations } = judged(id, JSON.parse(given));
    expect(tell([...unauthenticated, ...violations])).toBe(told);
  });

  test("and read into values and a body", () => {
    const { body, values } = judged("createNote", { body: '{"data":1}' });
    expect([...values.keys()]).toEqual(["header x-domain"]);
    expect(body).toEqual({ data: 1 });
    const list = judged("listNotes", {
      target: "/v1/notes?label=a&label=b%2Cc&page[size]=2",
    }).values;
    expect([list.get("query label"), list.get("query page[size]"), list.has("query sort")]).toEqual(
      [["a", "b,c"], 2, false],
    );
  });

  test("as anonymous where one of the ways is, or none is needed", () => {
    expect(judgeSecurity(operation(further, "listTrees"), {})).toEqual([]);
    expect(judgeSecurity(operation(further, "getHealth"), {})).toEqual([]);
  });

  test("by the way of authenticating that was begun", () => {
    const scheme = {
      name: "x",
      type: "apiKey" as const,
      description: "",
      bearerFormat: "",
      scopes: [],
      pointer: "",
    };
    const [a, b, c, d] = ["a", "b", "c", "d"].map((header) => [{ ...scheme, header }]);
    const security = [a ?? [], [b ?? [], c ?? [], d ?? []].flat()];
    const told = tell(judgeSecurity({ ...operation(further, "getHealth"), security }, { b: "1" }));
    expect(told).toBe("header c security: must be sent, header d security: must be sent");
  });

  test("by its own headers, and not by what every object inherits", () => {
    const scheme = {
      name: "x",
      type: "apiKey" as const,
      header: "constructor",
      description: "",
      bearerFormat: "",
      scopes: [],
      pointer: "",
    };
    const told = tell(
      judgeSecurity({ ...operation(further, "getHealth"), security: [[scheme]] }, {}),
    );
    expect(told).toBe("header constructor security: must be sent");
  });
});

describe("a response is judged", () => {
  const values = new Map([["query with", ["writer"]]]);
  const headers = { "content-type": mediaType, "x-total": "3" };

  test.each(responses)("of $id $given", ({ id, given, told }) => {
    const [, status = "", body = ""] = /^(\d+) (.*)$/.exec(given) ?? [];
    const violations = judgeResponse(
      further,
      operation(further, id),
      { status: Number(status), headers, body },
      values,
    );
    expect(tell(violations)).toBe(told);
  });

  test.each([
    [{ "content-type": mediaType }, "header x-total required: must be sent"],
    [{ "content-type": mediaType, "x-total": "-1" }, "header x-total minimum: must be >= 0"],
    [{ "x-total": "3" }, `header content-type mediaType: must be ${mediaType}, but there is none`],
  ])("by its headers %j", (sent, told) => {
    const body = '{"data":[],"links":{"self":"/v1/notes","next":null}}';
    expect(
      tell(
        judgeResponse(
          further,
          operation(further, "listNotes"),
          { status: 200, headers: sent, body },
          values,
        ),
      ),
    ).toBe(told);
  });

  test("without regard to includes where the request was not read", () => {
    const response = { status: 200, headers, body: '{"number":7,"text":"a","pinned":true}' };
    expect(judgeResponse(further, operation(further, "getNote"), response, undefined)).toEqual([]);
  });
});
