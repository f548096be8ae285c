import { contractFile, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { validated } from "../src/controls/validated.ts";
import { createMock } from "../src/index.ts";

const mock = await createMock(await loadContract(contractFile()));
const keys = { "x-api-key": "key-to-keep-secret", "x-api-secret": "secret-to-keep-secret" };
const domain = { "x-domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30" };

/** The `errors` of the problem that a request for a cage gets. */
async function errorsOf(query: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await mock.answer({
    method: "GET",
    target: `/data_dictionary/variables_cages/x${query}`,
    headers,
  });
  expect(answer.status).toBe(422);
  expect(answer.body).not.toContain("to-keep-secret");
  return JSON.parse(answer.body ?? "").errors;
}

test("A problem names the header that is missing", async () => {
  expect(await errorsOf("", keys)).toEqual([{ in: "header", name: "X-Domain", expected: "must be sent" }]);
});

test("A problem names the header that is malformed, what was expected and what came", async () => {
  const errors = await errorsOf("", { ...keys, "x-domain": "malformed" });
  expect(errors).toContainEqual({
    in: "header",
    name: "X-Domain",
    expected: 'must match format "uuid"',
    received: "malformed",
  });
});

test("A problem names the parameter and the place in it", async () => {
  const errors = await errorsOf("?include=author,bogus", { ...keys, ...domain });
  expect(errors).toEqual([
    {
      in: "query",
      name: "include",
      pointer: "/1",
      expected: "must be equal to one of the allowed values: author, client, values",
      received: "author,bogus",
    },
  ]);
});

test.each(["INCLUDE", "include[]"])("A problem names the parameter %s as it was spelt", async (name) => {
  expect(await errorsOf(`?${name}=author`, { ...keys, ...domain })).toEqual([
    { in: "query", name, expected: "must be spelt include" },
  ]);
  const target = `/data_dictionary/variables_cages/x?${name}=author`;
  const request = { method: "GET", target, headers: { ...keys, ...domain } };
  expect(validated(mock.contract, request, await mock.answer(request))).toContainEqual(
    expect.objectContaining({ part: "query include", outcome: "invalid" }),
  );
});

test("What Prism says about a problem stays as it is", async () => {
  const answer = await mock.answer({
    method: "GET",
    target: "/data_dictionary/variables_cages/x",
    headers: keys,
  });
  expect(JSON.parse(answer.body ?? "")).toMatchObject({
    type: "https://stoplight.io/prism/errors#UNPROCESSABLE_ENTITY",
    title: "Invalid request",
    status: 422,
    validation: [{ location: ["header"], severity: "Error", code: "required" }],
  });
});
