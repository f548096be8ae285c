import { describe, expect, test } from "vitest";
import { loadContract, type Operation, scenarioRequest, selectScenario } from "../src/index.ts";
import { answer, operationOf } from "./operation-of.ts";
import { small, writeContract } from "./write-contract.ts";

describe("a request", () => {
  const thing = (): Promise<Operation> => operationOf(writeContract({ "openapi.yaml": small }), "getThing");

  test.each([
    ["that equals a scenario gets it", "/things/2", ["absent", true]],
    ["that matches none gets the default", "/things/3", ["found", false]],
    ["that asks for less than the scenario still matches it", "/things/1?include=owner", ["found", true]],
    ["for an error matches whatever it asks for", "/things/2?include=owner,parts", ["absent", true]],
    ["with a list in another order still matches", "/things/1?include=parts,owner", ["found", true]],
    ["whose number is written otherwise does not match", "/things/01", ["found", false]],
  ])("%s", async (_, target, expected) => {
    expect(await answer(await thing(), target)).toEqual(expected);
  });

  test("is what the scenario describes", async () => {
    const operation = await thing();
    const [found, absent] = operation.scenarios;
    if (found === undefined || absent === undefined) throw new Error("There are two scenarios.");
    expect(scenarioRequest(operation, found).target).toBe("/things/1?include=owner,parts");
    expect(scenarioRequest(operation, absent)).toEqual({
      method: "GET",
      target: "/things/2",
      headers: { Accept: "application/json" },
      body: undefined,
    });
  });
});

test("the default covers what is asked for", async () => {
  const contract = small
    .replace(
      "            found: { value: 1 }",
      "            bare: { value: 9 }\n            found: { value: 1 }",
    )
    .replace(
      "            found: { value: [owner, parts] }",
      "            bare: { value: [] }\n            found: { value: [owner, parts] }",
    )
    .replace(
      "                found: {",
      "                bare: { value: { detail: {} } }\n                found: {",
    );
  const operation = await operationOf(writeContract({ "openapi.yaml": contract }), "getThing");
  expect(await answer(operation, "/things/7")).toEqual(["bare", false]);
  expect(await answer(operation, "/things/7?include=owner")).toEqual(["found", false]);
  expect(await answer(operation, "/things/9?include=owner")).toEqual(["found", false]);
});

const bodies = {
  openapi: "3.1.1",
  info: { title: "Bodies", version: "1.0.0" },
  paths: {
    "/things/{id}": {
      parameters: [
        {
          name: "id",
          in: "path",
          required: true,
          schema: { type: "integer" },
          examples: { saved: { value: 1 }, clash: { value: 1 }, removed: { value: 4 } },
        },
      ],
      put: {
        operationId: "putThing",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object" },
              examples: { saved: { value: { v: 1 } }, clash: { value: { v: 0 } } },
            },
          },
        },
        responses: {
          "200": {
            description: "Saved.",
            content: { "application/json": { examples: { saved: { value: {} } } } },
          },
          "409": {
            description: "Clash.",
            content: { "application/json": { examples: { clash: { value: {} }, other: { value: {} } } } },
          },
        },
      },
      delete: { operationId: "deleteThing", responses: { "204": { description: "Removed." } } },
    },
  },
};

describe("scenarios that differ only in the request body", () => {
  test.each([
    [{ v: 1 }, ["saved", true]],
    [{ v: 0 }, ["clash", true]],
    [{ v: 7 }, ["saved", false]],
  ])("are told apart by it: %j", async (body, expected) => {
    expect(
      await answer(
        await operationOf(writeContract({ "openapi.yaml": bodies }), "putThing"),
        "/things/1",
        body,
      ),
    ).toEqual(expected);
  });

  test("send it", async () => {
    const operation = await operationOf(writeContract({ "openapi.yaml": bodies }), "putThing");
    const clash = operation.scenarios.find(({ name }) => name === "clash");
    if (clash === undefined) throw new Error("There is a clash.");
    expect(scenarioRequest(operation, clash)).toMatchObject({
      body: '{"v":0}',
      headers: { "Content-Type": "application/json" },
    });
  });
});

test("an example of a shared response that has no value here is no scenario of the operation", async () => {
  const { scenarios } = await operationOf(writeContract({ "openapi.yaml": bodies }), "putThing");
  expect(scenarios.map(({ name }) => name)).toEqual(["saved", "clash"]);
});

test("an example of a shared response that stands on shared parameters alone is another operation's", async () => {
  const response = { $ref: "#/components/responses/Absent" };
  const get = (name: string): object => ({
    operationId: `get_${name}`,
    parameters: [
      { $ref: "#/components/parameters/Tenant" },
      { name: "id", in: "path", required: true, schema: {}, examples: { [`no_${name}`]: { value: 1 } } },
    ],
    responses: { "404": response },
  });
  const shared = { no_book: { value: "t" }, no_film: { value: "t" } };
  const contract = {
    ...bodies,
    paths: { "/books/{id}": { get: get("book") }, "/films/{id}": { get: get("film") } },
    components: {
      parameters: { Tenant: { name: "X-Tenant", in: "header", schema: {}, examples: shared } },
      responses: {
        Absent: { description: "Absent.", content: { "application/json": { examples: shared } } },
      },
    },
  };
  const { operations } = await loadContract(writeContract({ "openapi.yaml": contract }));
  expect(operations.map(({ scenarios }) => scenarios.map(({ name }) => name))).toEqual([
    ["no_book"],
    ["no_film"],
  ]);
});

test("a name on the parameters of a path that another operation answers is not that of the response without a body", async () => {
  const { scenarios } = await operationOf(writeContract({ "openapi.yaml": bodies }), "deleteThing");
  expect(scenarios.map(({ name }) => name)).toEqual(["removed"]);
});

test("an operation that takes nothing has its default alone", async () => {
  const answer = (name: string): object => ({
    description: name,
    content: { "application/json": { examples: { [name]: { value: {} } } } },
  });
  const get = { operationId: "getStatus", responses: { "401": answer("refused"), "200": answer("well") } };
  const contract = { ...bodies, paths: { "/status": { get } } };
  const { scenarios } = await operationOf(writeContract({ "openapi.yaml": contract }), "getStatus");
  expect(scenarios.map(({ name }) => name)).toEqual(["well"]);
});

test("a parameter described by JSON selects by its value", async () => {
  const examples = { all: { value: {} }, some: { value: { a: [1, "2"] } } };
  const get = {
    operationId: "find",
    parameters: [{ name: "where", in: "query", content: { "application/json": { schema: {}, examples } } }],
    responses: { "200": { description: "Found.", content: { "application/json": { examples } } } },
  };
  const contract = { ...bodies, paths: { "/things": { get } } };
  const operation = await operationOf(writeContract({ "openapi.yaml": contract }), "find");
  const target = `/things?where=${encodeURIComponent('{ "a": [1, "2"] }')}`;
  expect(await answer(operation, target)).toEqual(["some", true]);
  expect(await answer(operation, "/things?where={}")).toEqual(["all", true]);
});

test("a name that stands on every parameter and on no response is that of the response without a body", async () => {
  const { scenarios } = await operationOf(writeContract({ "openapi.yaml": bodies }), "deleteThing");
  expect(scenarios.map(({ name, status, response }) => [name, status, response])).toContainEqual([
    "removed",
    204,
    undefined,
  ]);
});

test("a name that means nothing to an operation with a parameter of its own may be another's", async () => {
  const examples = { read: { value: "t" }, removed: { value: "t" } };
  const tenant = { name: "X-Tenant", in: "header", schema: { type: "string" }, examples };
  const content = { "application/json": { schema: {}, examples: { read: { value: {} } } } };
  const operation = {
    operationId: "readHere",
    parameters: [tenant],
    responses: { "200": { description: "It is read.", content } },
  };
  const removal = { operationId: "remove", responses: { "204": { description: "It is removed." } } };
  const paths = { "/here": { get: operation }, "/there": { parameters: [tenant], delete: removal } };
  const { scenarios } = await operationOf(writeContract({ "openapi.yaml": { ...bodies, paths } }), "remove");
  expect(scenarios.map(({ name }) => name)).toEqual(["removed"]);
});

test("a shared name that no request can reach is no scenario", async () => {
  const id = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "integer" },
    examples: { unlocked: { value: 1 }, lock_seen: { value: 1 } },
  };
  const nothing = { responses: { "204": { description: "Nothing to say." } } };
  const lock = {
    parameters: [id],
    delete: { operationId: "unlock", ...nothing },
    head: { operationId: "seeLock", ...nothing },
  };
  const contract = { ...bodies, paths: { "/locks/{id}": lock } };
  const { scenarios } = await operationOf(writeContract({ "openapi.yaml": contract }), "unlock");
  expect(scenarios.map(({ name }) => name)).toEqual(["unlocked"]);
});

test("a header chooses a scenario however its name is written", async () => {
  const response = (name: string): object => ({
    description: name,
    content: { "text/plain": { examples: { [name]: { value: name } } } },
  });
  const examples = { plain: { value: "a" }, refused: { value: "b" } };
  const kind = { name: "X-Kind", in: "header", schema: { type: "string" }, examples };
  const get = {
    operationId: "getThing",
    parameters: [kind],
    responses: { "200": response("plain"), "400": response("refused") },
  };
  const info = { title: "Headers", version: "1.0.0" };
  const file = writeContract({ "openapi.yaml": { openapi: "3.1.1", info, paths: { "/things": { get } } } });
  const operation = await operationOf(file, "getThing");
  const selected = selectScenario(operation, { target: "/things", headers: { "x-kind": "b" } });
  expect(selected).toMatchObject({ scenario: { name: "refused" }, matched: true });
});

test("no request gets an error that is not asked for: without a success there is no default", async () => {
  const onlyErrors = small.replace('"200":', '"409":').replace("found: { value: 1 }", "found: { value: 3 }");
  const operation = await operationOf(writeContract({ "openapi.yaml": onlyErrors }), "getThing");
  expect(await answer(operation, "/things/2")).toEqual(["absent", true]);
  expect(await answer(operation, "/things/9")).toEqual([undefined, undefined]);
});
