import { type Contract, isObject, type JsonObject } from "@workflow-api/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { type Case, checkAnswer, createHttpTarget, deriveCases } from "../src/index.ts";
import { withNode } from "../src/score/edit.ts";
import { type Fault, startContractServer } from "./support/contract-server.ts";
import { contractOf } from "./support/contract-with.ts";

const read = "/paths/~1rooms~1{id}/get";
const text = { type: "string" };
/** Rooms that two parameters ask for parts of: a list, and one value, which may be a part that the list may be too. */
const rooms: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Rooms", version: "2.0.0" },
  paths: {
    "/rooms/{id}": {
      get: {
        operationId: "readRoom",
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "integer" },
            examples: { full: { value: 1 } },
          },
          {
            name: "include",
            in: "query",
            explode: false,
            schema: { type: "array", items: { enum: ["owner", "keys"] } },
            examples: { full: { value: ["owner", "keys"] } },
            "x-includes": { owner: "/owner", keys: "/held/keys" },
          },
          {
            name: "expand",
            in: "query",
            schema: { type: "string", enum: ["limits", "keys"] },
            examples: { full: { value: "limits" } },
            "x-includes": { limits: "/held/limits", keys: "/held/keys" },
          },
        ],
        responses: {
          "200": {
            description: "The room.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["name"],
                  properties: {
                    name: text,
                    owner: text,
                    held: { type: "object", properties: { keys: text, limits: text } },
                  },
                },
                examples: {
                  full: { value: { name: "R", owner: "Ada", held: { keys: "k", limits: "l" } } },
                },
              },
            },
          },
        },
      },
    },
  },
};

let contract: Contract;
let cases: readonly Case[];

beforeAll(async () => {
  contract = await contractOf(rooms);
  cases = deriveCases(contract).filter(({ group }) => group === "include" || group === "scenario");
});

test("What several parameters include is asked for in every combination, of one that is no list one at a time.", () => {
  const titles = cases.map(({ title }) => title);
  // Four of the list with three of the other, one of which is the scenario itself.
  expect(titles.filter((title) => /^readRoom 200 full( with .* included)?$/.test(title))).toHaveLength(12);
  expect(titles).toContain("readRoom 200 full with include=owner, expand=keys included");
  expect(titles).toContain("readRoom 200 full with nothing included");
  expect(titles.filter((title) => /expand.*expand/.test(title))).toEqual([]);
});

test("Of many, nothing, each, all but each and all are asked for, and what a case is called is what it asks for.", async () => {
  const document = ["a", "b"].reduce(
    (larger, name) => withNode(larger, `${read}/parameters/1/x-includes/${name}`, `/${name}`),
    withNode(rooms, `${read}/parameters/1/schema/items/enum`, ["owner", "keys", "a", "b"]),
  );
  const titles = deriveCases(await contractOf(document))
    .filter(({ group }) => group === "include")
    .map(({ title }) => title);
  const all = "include=owner, include=keys, include=a, include=b, expand=limits";
  expect(titles).toContain(`readRoom 200 full with ${all} included`);
  expect(titles).not.toContain("readRoom 200 full with include=owner, include=a included");
  expect(titles.filter((title) => /expand.*expand/.test(title))).toEqual([]);
});

test("What any of them asks for is there, what none does is not.", () => {
  const absent = (name: string): readonly string[] | undefined =>
    cases.find(({ title }) => title === `readRoom 200 full with ${name} included`)?.expected.absent;
  expect(absent("include=owner")).toEqual(["/held/keys", "/held/limits"]);
  expect(absent("expand=keys")).toEqual(["/owner", "/held/limits"]);
  expect(absent("include=owner, include=keys")).toEqual(["/held/limits"]);
  const both = cases.find(({ title }) => title.includes("with include=keys, expand=keys included"));
  expect(both?.expected.absent).toEqual(["/owner", "/held/limits"]);
  expect(both?.request.target).toBe("/rooms/1?include=keys&expand=keys");
  expect(both?.expected.mock?.body).toEqual({ name: "R", held: { keys: "k" } });
});

describe("A server", () => {
  /** What is found wrong with a server that has a fault, by title and finding. */
  async function foundIn(fault: Fault): Promise<string[]> {
    const server = await startContractServer(contract, fault);
    try {
      const target = createHttpTarget(server.url);
      const found = cases.map(async (one) =>
        checkAnswer(one, await target.send(one), { as: "mock" }).map(
          ({ name, message, pointer }) => `${one.title}: ${name} ${message} ${pointer}`,
        ),
      );
      return (await Promise.all(found)).flat();
    } finally {
      await server.close();
    }
  }

  test("that keeps the contract is not found wrong.", async () => {
    expect(await foundIn({})).toEqual([]);
  });

  test.each([
    ["owner", 1],
    ["limits", 2],
  ])("that sends the %s without being asked is found at its parameter.", async (name, parameter) => {
    const found = await foundIn({
      spoils: (answer) => ({ ...answer, body: JSON.stringify(withMember(JSON.parse(answer.body), name)) }),
    });
    const places = found.filter((each) => each.includes("include_conformance"));
    expect(places.length).toBeGreaterThan(0);
    expect(places.filter((each) => !each.endsWith(`${read}/parameters/${parameter}/x-includes`))).toEqual([]);
  });

  test("that looks at the first parameter alone is found.", async () => {
    const alone = await contractOf(withNode(rooms, `${read}/parameters/2/x-includes`, undefined));
    const server = await startContractServer(alone);
    try {
      const target = createHttpTarget(server.url);
      const found = await Promise.all(
        cases.map(async (one) => checkAnswer(one, await target.send(one)).map(({ message }) => message)),
      );
      expect(new Set(found.flat())).toEqual(
        new Set([
          "/held/limits came, though the request did not ask for it.",
          "/held/keys did not come, though expand=keys asks for it: send it then, or change x-includes.",
        ]),
      );
    } finally {
      await server.close();
    }
  });
});

test("That a value of the second parameter adds something else breaks who asks for it.", async () => {
  const other = await contractOf(withNode(rooms, `${read}/parameters/2/x-includes/keys`, "/owner"));
  const reasons = compareContracts(contract, other).map(({ for: whom, reason }) => `${whom}: ${reason}`);
  expect(reasons.filter((each) => each.includes("does not add"))).toEqual([
    "callers: expand=keys does not add /held/keys to the answer.",
    "servers: expand=keys does not add /owner to the answer.",
  ]);
});

function withMember(body: unknown, name: string): unknown {
  if (!isObject(body)) return body;
  if (name !== "limits") return { ...body, [name]: "x" };
  const held = body["held"];
  return { ...body, held: { ...(isObject(held) ? held : {}), limits: "x" } };
}

describe("Of a parameter", () => {
  const included = async (parameter: JsonObject): Promise<string[]> => {
    const place = `${read}/parameters/1`;
    const document = Object.entries(parameter).reduce(
      (changed, [name, value]) => withNode(changed, `${place}/${name}`, value),
      withNode(rooms, `${read}/parameters/2`, undefined),
    );
    const derived = deriveCases(await contractOf(document)).map(({ title }) => title);
    return derived.flatMap((title) => /^readRoom 200 full with (.*) included$/.exec(title)?.[1] ?? []);
  };

  test("that may be left out nothing is asked, too.", async () => {
    expect(await included({})).toEqual(["nothing", "owner", "keys"]);
  });

  test("that is required something is always asked.", async () => {
    expect(await included({ required: true })).toEqual(["owner", "keys"]);
  });

  test("that takes two values at least, never one is asked.", async () => {
    const schema = { type: "array", minItems: 2, items: { enum: ["owner", "keys"] } };
    expect(await included({ schema })).toEqual(["nothing"]);
  });
});
