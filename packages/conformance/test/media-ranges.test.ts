import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { checkResponse, deriveCases } from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

const long = { type: "string", minLength: 3 };
const short = { type: "string", maxLength: 2 };

/** A contract that takes and answers texts of several media types, in the order of their keys. */
function texts(content: Readonly<Record<string, JsonObject>>): JsonObject {
  const described = Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
  const operation = {
    operationId: "putText",
    requestBody: { required: true, content: described },
    responses: { "200": { description: "Stored.", content: described } },
  };
  return {
    openapi: "3.1.1",
    info: { title: "Texts", version: "1.0.0" },
    security: [],
    paths: { "/text": { put: operation } },
  };
}

// The most specific key applies (OpenAPI 3.1, "Request Body Object"), wherever it stands.
const orders = [
  { "text/plain": long, "text/*": short, "*/*": short },
  { "*/*": short, "text/*": short, "text/plain": long },
];

test.each(orders)(
  "A body is judged by the most specific of the media types that it is of: %j",
  async (content) => {
    const contract = await contractOf(texts(content));
    const [operation] = contract.operations;
    if (operation === undefined) throw new Error("There is no operation.");
    const wrong = (type: string, body: string): number =>
      checkResponse(operation, { status: 200, headers: { "content-type": type }, body }).length;
    expect([wrong("text/plain", "long"), wrong("text/csv", "no"), wrong("model/x", "no")]).toEqual([0, 0, 0]);
    expect([wrong("text/plain", "no"), wrong("text/csv", "long")]).toEqual([1, 1]);
  },
);

test.each(orders)(
  "No request of a range is sent as what another media type describes: %j",
  async (content) => {
    const cases = deriveCases(await contractOf(texts(content)));
    const sent = cases.filter(
      ({ expected, request }) =>
        expected.verdict === "valid" &&
        request.headers["Content-Type"] === "text/plain" &&
        request.body !== "",
    );
    expect(sent.length).toBeGreaterThan(0);
    for (const { request } of sent) expect(request.body?.length).toBeGreaterThanOrEqual(3);
  },
);

test("Another order of the media types breaks nobody.", async () => {
  const [one, other] = await Promise.all(orders.map((content) => contractOf(texts(content))));
  if (one === undefined || other === undefined) throw new Error("There are two orders.");
  expect(compareContracts(one, other).map(({ reason }) => reason)).toEqual([]);
});
