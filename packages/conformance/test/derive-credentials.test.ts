import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Case } from "../src/case.ts";
import type { Credentials } from "../src/credentials.ts";
import { deriveCases } from "../src/index.ts";
import { contractOf } from "./support/contract-with.ts";

/** The cases of an operation that takes some of these schemes. */
async function casesWith(
  securitySchemes: JsonObject,
  ways: readonly string[][],
  credentials: Credentials = {},
): Promise<Case[]> {
  const security = ways.map((way) => Object.fromEntries(way.map((key) => [key, []])));
  const responses = { "204": { description: "It is done." }, "401": { description: "It is not." } };
  const contract = await contractOf({
    openapi: "3.1.1",
    info: { title: "Credentials", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings", security, responses } } },
    components: { securitySchemes },
  });
  return deriveCases(contract, { credentials });
}

/** The titles of those cases that are about credentials. */
async function titlesWith(securitySchemes: JsonObject, ways: readonly string[][]): Promise<string[]> {
  return (await casesWith(securitySchemes, ways))
    .filter(({ group }) => group === "security")
    .map(({ title }) => title.replace("listThings ", ""));
}

const bearer = { type: "http", scheme: "bearer" };
const basic = { type: "http", scheme: "basic" };
const whole = { type: "apiKey", in: "header", name: "Authorization" };

test("Half a pair of credentials is refused, two complete ways at once are accepted.", async () => {
  const secret = { type: "apiKey", in: "header", name: "X-Secret" };
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const either = await titlesWith({ key, secret, bearer }, [["key", "secret"], ["bearer"]]);
  expect(either).toEqual(expect.arrayContaining(["401 with key", "401 with secret"]));
  expect(either).toContain("204 with key and secret and bearer");
  const pair = await titlesWith({ key, secret, bearer }, [["key", "secret"]]);
  expect(pair).toContain("401 with bearer");
});

test("A credential by the scheme of another way is not called refused: it may be one of that.", async () => {
  const alone = await titlesWith({ bearer, basic }, [["bearer"]]);
  expect(alone).toContain("401 with bearer by another scheme");
  const either = await titlesWith({ bearer, basic }, [["bearer"], ["basic"]]);
  expect(either.filter((title) => title.includes("by another scheme"))).toEqual([]);
  expect(either).toContain("401 with bearer without a scheme");
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const half = await titlesWith({ bearer, basic, key }, [["bearer"], ["basic", "key"]]);
  expect(half).toContain("401 with bearer by another scheme");
});

test("Nothing in an Authorization header that is a key as a whole is called refused, unless it is empty.", async () => {
  const alone = await titlesWith({ whole, bearer, basic }, [["whole"]]);
  expect(alone.filter((title) => /with (bearer|basic)/.test(title))).toEqual([]);
  expect(alone).toContain("401 with an empty whole");
  const either = await titlesWith({ whole, bearer }, [["bearer"], ["whole"]]);
  expect(either.filter((title) => /^401 with bearer/.test(title))).toEqual([]);
  expect(either).toContain("401 with an empty Authorization for bearer");
});

test("A key whose name no header and no cookie has is not tried in them.", async () => {
  const inQuery = (name: string): JsonObject => ({ key: { type: "apiKey", in: "query", name } });
  const misplaced = /^401 with key in the/;
  expect((await titlesWith(inQuery("key"), [["key"]])).filter((title) => misplaced.test(title))).toEqual([
    "401 with key in the header",
    "401 with key in the cookie",
  ]);
  expect((await titlesWith(inQuery("api[key]"), [["key"]])).filter((title) => misplaced.test(title))).toEqual(
    [],
  );
});

test("Where credentials are optional, the cases send those that are given, and else none.", async () => {
  const schemesOf = async (ways: string[][], credentials: Credentials): Promise<string[]> =>
    (await casesWith({ bearer }, ways, credentials))
      .filter(({ group }) => group !== "security")
      .map(({ schemes }) => schemes.join(" and "));
  for (const ways of [
    [["bearer"], []],
    [[], ["bearer"]],
  ]) {
    expect(new Set(await schemesOf(ways, {}))).toEqual(new Set([""]));
    expect(new Set(await schemesOf(ways, { bearer: "t0ken" }))).toEqual(new Set(["bearer"]));
  }
  expect(new Set(await schemesOf([["bearer"]], {}))).toEqual(new Set(["bearer"]));
});
