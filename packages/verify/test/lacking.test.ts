import { type HttpRequest, type HttpResponse, readContract } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { reportOn } from "./support/run.ts";

// What a report says of operations that get no resource of their own.

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const thing = { type: "object", properties: { name: { type: "string" } } };
const created = { description: "Created.", content: { "application/json": { schema: thing } } };

/** A POST with a body of one required member. */
function creation(operationId: string, member: string): JsonObject {
  const schema = {
    type: "object",
    required: [member],
    properties: { [member]: { type: "string" } },
  };
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const responses = { 201: created, 422: { description: "Refused." } };
  return { post: { operationId, requestBody, responses } };
}

function removal(operationId: string): JsonObject {
  return {
    delete: { operationId, parameters: [id], responses: { 204: { description: "Gone." } } },
  };
}

/** The sentences of what was not tried, on a server with one response to valid creations. */
async function untriedOf(paths: JsonObject, status: number, body: string): Promise<string> {
  const contract = readContract({ openapi: "3.1.1", info: { title: "A", version: "1" }, paths });
  const headers = { "content-type": "application/json" };
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { operation, violations } = contract.judge(request);
    if (operation?.method !== "POST") return { status: 404, headers: {}, body: "" };
    return violations.length > 0
      ? { status: 422, headers: {}, body: "" }
      : { status, headers, body };
  };
  const target = { send };
  return (await reportOn({}, { contract, target })).untried.join("\n");
}

test.each<[why: string, paths: JsonObject, status: number, body: string]>([
  ["no operation creates one", { "/things/{id}": removal("remove") }, 201, "{}"],
  [
    "create, which creates one, did not succeed",
    { "/things": creation("create", "name"), "/things/{id}": removal("remove") },
    422,
    "",
  ],
  [
    "the response of create names none",
    { "/things": creation("create", "name"), "/things/{id}": removal("remove") },
    201,
    '{"name":"a"}',
  ],
])("What is missing to delete something is named: %s.", async (why, paths, status, body) => {
  expect(await untriedOf(paths, status, body)).toContain(
    `remove was not tried: nothing of its own to delete, because ${why}: ` +
      "give --value remove.id=VALUE.",
  );
});

test("Operations that each need what the other one creates are named.", async () => {
  const paths = {
    "/boxes": creation("createBox", "lidId"),
    "/boxes/{id}": removal("removeBox"),
    "/lids": creation("createLid", "boxId"),
    "/lids/{id}": removal("removeLid"),
  };
  expect(await untriedOf(paths, 422, "")).toContain(
    "valid requests got 422, and createBox, createLid need what the others create",
  );
});
