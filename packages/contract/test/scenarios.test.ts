import { describe, expect, test } from "vitest";
import {
  askFor,
  findOperation,
  loadContract,
  type Operation,
  projectIncludes,
  requestFor,
  scenarioRequest,
  selectScenario,
} from "../src/index.ts";
import { small, writeContract } from "./write-contract.ts";

async function operationOf(file: string, operationId: string): Promise<Operation> {
  const { operations } = await loadContract(file);
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no ${operationId}.`);
  return operation;
}

async function answer(
  operation: Operation,
  target: string,
  body?: unknown,
): Promise<[string | undefined, boolean | undefined]> {
  const selection = selectScenario(operation, { target, headers: {}, body });
  return [selection?.scenario.name, selection?.matched];
}

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

describe("of two parameters that ask for parts of the body", () => {
  const expand = `        - name: expand
          in: query
          schema: { type: string, enum: [limits, parts] }
          x-includes: { limits: /limits, parts: /detail/parts }
          examples: { found: { value: limits }, bare: { value: limits } }
`;
  const both = small
    .replace("      responses:\n", `${expand}      responses:\n`)
    .replace(
      "absent: { value: 2 }",
      "absent: { value: 2 }\n            bare: { value: 3 }\n            free: { value: 4 }",
    )
    .replace(
      "absent: { value: [] }",
      "absent: { value: [] }\n            bare: { value: [] }\n            free: { value: [owner] }",
    )
    .replace("value: { owner: me,", "value: { limits: 1, owner: me,")
    .replace(
      "                found: {",
      "                bare: { value: { limits: 1, detail: {} } }\n                free: { value: { limits: 1, owner: me } }\n                found: {",
    );
  const thing = (): Promise<Operation> => operationOf(writeContract({ "openapi.yaml": both }), "getThing");

  test("each adds its own, in the order of the contract", async () => {
    const { includes } = await thing();
    expect(includes.map(({ parameter, value, adds }) => [parameter.name, value, adds])).toEqual([
      ["include", "owner", "/owner"],
      ["include", "parts", "/detail/parts"],
      ["expand", "limits", "/limits"],
      ["expand", "parts", "/detail/parts"],
    ]);
  });

  test.each([
    ["is asked for what both ask for", "/things/1?include=owner&expand=limits", ["/owner", "/limits"]],
    ["is asked once for what both ask for alike", "/things/1?include=parts&expand=parts", ["/detail/parts"]],
    ["is asked for nothing by values that add nothing", "/things/1?include=x&expand=owner", []],
  ])("a scenario %s", async (_, target, asked) => {
    expect(selectScenario(await thing(), { target, headers: {} })).toMatchObject({
      scenario: { name: "found" },
      matched: true,
      asked,
    });
  });

  test.each([
    ["matches what asks for less by each", "/things/1?include=parts", ["found", true]],
    ["matches what asks for its own by the other one", "/things/1?expand=parts", ["found", true]],
    ["does not match what asks for more by either", "/things/3?expand=parts", ["found", false]],
    ["without a value for one matches whatever that one asks for", "/things/4?expand=parts", ["free", true]],
    ["is the default only of what it covers in both", "/things/7?expand=limits", ["bare", false]],
    ["is not the default of what another covers", "/things/7?include=owner&expand=limits", ["found", false]],
  ])("a scenario %s", async (_, target, expected) => {
    expect(await answer(await thing(), target)).toEqual(expected);
  });

  test("a request that asks for this and nothing else has a value for each", async () => {
    const operation = await thing();
    const values = operation.scenarios.find(({ name }) => name === "found")?.values ?? new Map();
    const [owner, , limits, parts] = operation.includes;
    if (owner === undefined || limits === undefined || parts === undefined)
      throw new Error("There are four includes.");
    const target = (...asked: (typeof owner)[]): string =>
      requestFor(operation, askFor(operation, values, asked)).target;
    expect(target(owner, parts)).toBe("/things/1?include=owner&expand=parts");
    expect(target(limits, parts)).toBe("/things/1?expand=limits");
    expect(target()).toBe("/things/1");
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

test("pruning removes what was not asked for, and nothing else", async () => {
  const { includes } = await operationOf(writeContract({ "openapi.yaml": small }), "getThing");
  const body = { owner: "me", detail: { parts: [1], size: 2 } };
  expect(projectIncludes(includes, ["/owner"], body)).toEqual({ owner: "me", detail: { size: 2 } });
  expect(projectIncludes(includes, ["/owner", "/detail/parts"], body)).toEqual(body);
  expect(projectIncludes([], [], body)).toBe(body);
});

test("pruning keeps what holds something that was asked for", async () => {
  const contract = small.replace("parts: /detail/parts", "parts: /owner/country");
  const { includes } = await operationOf(writeContract({ "openapi.yaml": contract }), "getThing");
  const body = { owner: { name: "M", country: "DE" } };
  expect(projectIncludes(includes, ["/owner/country"], body)).toEqual(body);
  expect(projectIncludes(includes, ["/owner"], body)).toEqual({ owner: { name: "M" } });
  expect(projectIncludes(includes, [], body)).toEqual({});
});

test("a path without templates is preferred to one with", async () => {
  const mine = small.replace(
    "components:\n",
    '  /things/mine:\n    get: { operationId: getMine, security: [], responses: { "204": { description: None. } } }\ncomponents:\n',
  );
  const contract = await loadContract(writeContract({ "openapi.yaml": mine }));
  expect(findOperation(contract, "get", "/things/mine")?.operation.operationId).toBe("getMine");
  expect(findOperation(contract, "GET", "/things/yours")?.operation.operationId).toBe("getThing");
  expect(findOperation(contract, "GET", "/things/a/b")).toBeUndefined();
  expect(findOperation(contract, "POST", "/things/mine")).toBeUndefined();
});

test("a form chooses a scenario by its fields, in any order, and a list is a pair for each item", async () => {
  const form = (value: object): object => ({ value });
  const json = (name: string): object => ({
    description: name,
    content: { "application/json": { schema: {}, examples: { [name]: { value: name } } } },
  });
  const examples = { in: form({ name: "Ada", roles: ["a", "b"] }), out: form({ name: "Bob", roles: [] }) };
  const post = {
    operationId: "logIn",
    requestBody: {
      content: { "application/x-www-form-urlencoded": { schema: { type: "object" }, examples } },
    },
    responses: { "200": json("in"), "403": json("out") },
  };
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Forms", version: "1.0.0" },
      paths: { "/login": { post } },
    },
  });
  const operation = await operationOf(file, "logIn");
  const [first, second] = operation.scenarios;
  expect(first && scenarioRequest(operation, first).body).toBe("name=Ada&roles=a&roles=b");
  expect(second && scenarioRequest(operation, second).body).toBe("name=Bob");
  expect(await answer(operation, "/login", "roles=a&roles=b&name=Ada")).toEqual(["in", true]);
  expect(await answer(operation, "/login", "name=Bob")).toEqual(["out", true]);
  expect(await answer(operation, "/login", "name=Eve")).toEqual(["in", false]);
});

test("a multipart body has a part for each field, between the boundary that its Content-Type names", async () => {
  const examples = { in: { value: { name: "Ada", roles: ["a", "b"] } } };
  const post = {
    operationId: "upload",
    requestBody: { content: { "multipart/form-data": { schema: { type: "object" }, examples } } },
    responses: {
      "200": { description: "In.", content: { "text/plain": { examples: { in: { value: "in" } } } } },
    },
  };
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Parts", version: "1.0.0" },
      paths: { "/upload": { post } },
    },
  });
  const operation = await operationOf(file, "upload");
  const [scenario] = operation.scenarios;
  if (scenario === undefined) throw new Error("There is no scenario.");
  const { body = "", headers } = scenarioRequest(operation, scenario);
  const form = await new Response(body, {
    headers: { "Content-Type": headers["Content-Type"] ?? "" },
  }).formData();
  expect([...form]).toEqual([
    ["name", "Ada"],
    ["roles", "a"],
    ["roles", "b"],
  ]);
});
