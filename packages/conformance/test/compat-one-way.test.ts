import { type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { type Break, compareContracts } from "../src/compat/index.ts";
import { giving, taking } from "./support/bodies.ts";
import { set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";

const text = { type: "string" };
const count = { type: "integer" };

/** What is said of the direction in which a member travels. */
const marks = {
  free: count,
  readOnly: { ...count, readOnly: true },
  writeOnly: { ...count, writeOnly: true },
} as const;

const presences = { "An optional": ["a"], "A required": ["a", "b"] } as const;

function thing(b: JsonValue, required: readonly string[] = ["a"], a: JsonValue = text): JsonObject {
  return { type: "object", properties: { a, b }, required: [...required] };
}

const full = { a: "text", b: 1 };
const bare = { a: "text" };

/** The bodies that show somebody that something no longer holds. */
type Shown = Readonly<Record<Break["for"], readonly JsonValue[]>>;

const nobody: Shown = { callers: [], servers: [] };

// A caller does not send what is readOnly, and a server may ignore or refuse it. A server does not answer what is
// writeOnly; to a caller it is one thing more than there was. Neither is required where it does not travel.
const changes: readonly [
  presence: keyof typeof presences,
  was: keyof typeof marks,
  is: keyof typeof marks,
  inRequests: Shown,
  inAnswers: Shown,
][] = [
  ["An optional", "free", "readOnly", { callers: [full], servers: [] }, nobody],
  ["A required", "free", "readOnly", { callers: [full], servers: [bare] }, nobody],
  ["An optional", "readOnly", "free", { callers: [], servers: [full] }, nobody],
  ["A required", "readOnly", "free", { callers: [bare], servers: [full] }, nobody],
  ["An optional", "free", "writeOnly", nobody, { callers: [], servers: [full] }],
  ["A required", "free", "writeOnly", nobody, { callers: [bare], servers: [full] }],
  ["An optional", "writeOnly", "free", nobody, nobody],
  ["A required", "writeOnly", "free", nobody, { callers: [], servers: [bare] }],
  [
    "An optional",
    "readOnly",
    "writeOnly",
    { callers: [], servers: [full] },
    { callers: [], servers: [full] },
  ],
  ["An optional", "writeOnly", "readOnly", { callers: [full], servers: [] }, nobody],
];

function sharing(schema: JsonObject): JsonObject {
  const content = { "application/json": { schema } };
  return set("/paths/~1things/put/responses/200", { description: "Here.", content })(taking(schema));
}

/** A contract that sends a body on its own account. */
function hooking(schema: JsonObject): JsonObject {
  const webhooks = { thing: valueAt(taking(schema), "/paths/~1things") };
  return { ...taking(schema), paths: {}, webhooks };
}

async function compared(old: JsonObject, changed: JsonObject): Promise<Break[]> {
  return compareContracts(await contractOf(old), await contractOf(changed));
}

async function shown(old: JsonObject, changed: JsonObject): Promise<Shown> {
  const found = await compared(old, changed);
  const bodies = (whom: Break["for"]): JsonValue[] =>
    found
      .filter((each) => each.for === whom)
      .map(({ answer, request }) => JSON.parse(answer?.body ?? request.body ?? ""));
  return { callers: bodies("callers"), servers: bodies("servers") };
}

function told({ callers, servers }: Shown): string {
  const whom = [...callers.map(() => "callers"), ...servers.map(() => "servers")];
  const by = [...callers, ...servers].map((body, index) => `${whom[index]} by ${JSON.stringify(body)}`);
  return by.join(" and ") || "nobody";
}

describe.each(changes)("%s member that is %s becomes %s, which breaks", (presence, was, is, asked, given) => {
  const [old, changed] = [thing(marks[was], presences[presence]), thing(marks[is], presences[presence])];
  const both = {
    callers: [...asked.callers, ...given.callers],
    servers: [...asked.servers, ...given.servers],
  };

  for (const [where, document, expected] of [
    ["requests", taking, asked],
    ["answers", giving, given],
    ["both", sharing, both],
    ["what a webhook sends", hooking, given],
  ] as const)
    test(`in ${where} ${told(expected)}.`, async () => {
      expect(await shown(document(old), document(changed))).toEqual(expected);
    });
});

const { free, readOnly, writeOnly } = marks;
const list: (items: JsonValue) => JsonObject = (items) => ({ type: "array", items, minItems: 1 });

test.each([
  ["in an object", thing(thing(free)), thing(thing(readOnly)), { a: "text", b: full }],
  ["in the items of a list", list(thing(free)), list(thing(readOnly)), [full]],
  ["in a part of an allOf", { allOf: [thing(free)] }, { allOf: [thing(free), thing(readOnly)] }, full],
])("A member %s that becomes readOnly breaks who sends it.", async (_where, old, changed, witness) => {
  expect(await shown(taking(old), taking(changed))).toEqual({ callers: [witness], servers: [] });
});

test("A member that becomes readOnly in one kind of things breaks who sends it in a thing of that kind.", async () => {
  const kinds = (b: JsonValue): JsonObject => ({
    oneOf: [thing(b, ["a", "b"], { const: "one" }), thing(free, ["a", "b"], { const: "other" })],
  });
  const expected = { callers: [{ a: "one", b: 1 }], servers: [{ a: "one" }] };
  expect(await shown(taking(kinds(free)), taking(kinds(readOnly)))).toEqual(expected);
});

test("A field of a form that becomes readOnly breaks who sends it.", async () => {
  const mediaType = "application/x-www-form-urlencoded";
  const found = await compared(taking(thing(free), { mediaType }), taking(thing(readOnly), { mediaType }));
  expect(found.map((each) => [each.for, each.request.body])).toEqual([["callers", "a=text&b=1"]]);
});

/** A contract whose operation takes an object in a parameter, and answers one in a header. */
function parametrised(schema: JsonObject, parameter: JsonObject = { in: "header", schema }): JsonObject {
  const operation = {
    operationId: "putThing",
    parameters: [{ name: "thing", ...parameter }],
    responses: { "204": { description: "Done.", headers: { "X-Thing": { schema } } } },
  };
  return set("/paths/~1things", { put: operation })(taking({}));
}

test.each<[string, (schema: JsonObject) => JsonObject]>([
  ["query", (schema) => ({ schema, style: "deepObject", explode: true })],
  ["query", (schema) => ({ schema })],
  ["query", (schema) => ({ content: { "application/json": { schema } } })],
  ["header", (schema) => ({ schema })],
  ["cookie", (schema) => ({ schema, explode: false })],
])("A member of a parameter in a %s that becomes readOnly breaks who sends it.", async (place, asked) => {
  const asking = (schema: JsonObject): JsonObject => parametrised(text, { in: place, ...asked(schema) });
  const found = await compared(asking(thing(free)), asking(thing(readOnly)));
  expect(found.map((each) => [each.for, each.reason])).toEqual([
    ["callers", `The member /b of the ${place} parameter thing is readOnly: it may be ignored.`],
  ]);
  // What has been so before, a change of something else does not break.
  const shorter = thing(readOnly, ["a"], { ...text, maxLength: 3 });
  const others = await compared(asking(thing(readOnly)), asking(shorter));
  expect(others.length).toBeGreaterThan(0);
  expect(others.map(({ reason }) => reason).join()).not.toContain("readOnly");
});

test("A member of a header that becomes writeOnly breaks who answers it, and in a request of the service who takes it", async () => {
  const found = await compared(parametrised(thing(free)), parametrised(thing(writeOnly)));
  expect(found.map((each) => [each.for, each.reason])).toEqual([
    ["servers", "The member /b of the header X-Thing is writeOnly: it is never sent."],
  ]);
  const alone = (b: JsonValue): JsonObject => parametrised({ type: "object", properties: { b } });
  expect((await compared(alone(free), alone(writeOnly))).map((each) => [each.for, each.reason])).toEqual([
    ["servers", "The member /b of the header X-Thing is writeOnly: it is never sent."],
  ]);
  const hook = (schema: JsonObject): JsonObject => {
    const document = parametrised(schema);
    return { ...document, paths: {}, webhooks: { thing: valueAt(document, "/paths/~1things") } };
  };
  const sent = async (schema: JsonObject): Promise<string[][]> =>
    (await compared(hook(thing(free)), hook(schema))).map((each) => [each.for, each.reason]);
  expect(await sent(thing(writeOnly))).toEqual([
    ["servers", "The member /b of the header parameter thing is writeOnly: it is never sent."],
  ]);
  expect(await sent(thing(readOnly))).toEqual([
    ["callers", "The member /b of the header X-Thing is readOnly: it may be ignored."],
  ]);
});

test("An example that holds what is readOnly asks nobody to send it, and shows all the same what else breaks.", async () => {
  const content = "/paths/~1things/put/requestBody/content/application~1json";
  const shownBy = (schema: JsonObject): JsonObject =>
    set(`${content}/examples`, { one: { value: full } })(taking(schema));
  const closed = { additionalProperties: false };
  const old = shownBy({ ...thing(readOnly), ...closed });
  const gone = { type: "object", properties: { a: text }, required: ["a"], ...closed };
  expect(await shown(old, taking(gone))).toEqual(nobody);
  expect((await shown(old, shownBy(thing(readOnly, ["a"], count)))).callers).toEqual([bare]);
});

test("What is writeOnly from now on hides nothing of what else there is in an answer.", async () => {
  const old = giving(thing(free, ["a"], { ...text, maxLength: 300 }));
  const found = await compared(old, giving(thing(writeOnly)));
  const reasons = found.filter((each) => each.for === "callers").map(({ reason }) => reason);
  expect(reasons).toContainEqual(expect.stringContaining("(maxLength)"));
});

test("What is told of a webhook calls a member as the contract of the service does.", async () => {
  const [sent] = await compared(hooking(thing(free)), hooking(thing(writeOnly)));
  expect(sent?.reason).toBe("The member /b of the body is writeOnly: it is never sent.");
  const responses = (schema: JsonObject) => valueAt(giving(schema), "/paths/~1things/put/responses");
  const heard = (schema: JsonObject): JsonObject =>
    set("/webhooks/thing/put/responses", responses(schema))(hooking(thing(free)));
  const [answered] = await compared(heard(thing(free)), heard(thing(readOnly)));
  expect(answered).toMatchObject({
    for: "callers",
    reason: "The member /b of the body is readOnly: it may be ignored.",
  });
});
