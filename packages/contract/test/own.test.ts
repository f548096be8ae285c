import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadContract } from "../src/index.ts";
import { isWithin, type JsonObject } from "../src/json.ts";

// The contract of the service states what the description of it says, and nothing else.

const contract = loadContract();
const { openQuestions, operations } = contract;

test("conforms to the profile, and omits no operation", () => {
  expect(contract.problems).toEqual([]);
  expect(contract.omitted).toEqual([]);
});

const description = readFileSync(
  new URL(import.meta.resolve("@workflow-api/openapi/service.md")),
  "utf8",
);
const sections = description
  .split(/^#{2,3} (?=\d)/m)
  .slice(1)
  .map((text) => ({ number: /^[\d.]*\d/.exec(text)?.[0] ?? "", text, rows: rowsOf(text) }));

/** The rows of the tables of a text, by column title. */
function rowsOf(text: string): Record<string, string>[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const lines = block.split("\n").filter((line) => line.startsWith("|"));
    const [titles = [], , ...rows] = lines.map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return rows.map((cells) =>
      Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ""])),
    );
  });
}

/** Each section that describes a resource or an error body, and its schema. */
const schemas: Readonly<Record<string, string>> = {
  "2.1": "Acknowledge",
  "2.2": "VariableCage",
  "2.3": "CageValue",
  "2.4": "Client",
  "2.5": "Author",
  "2.6": "Profile",
  "7.1": "UnauthorizedError",
  "7.2": "NotFoundError",
  "7.3": "ServerError",
};

const fields = sections.flatMap(({ number, rows }) => {
  const schema = schemas[number] ?? "";
  const own = rows.filter(({ Field }) => schema !== "" && Field !== undefined);
  return own.map(({ Field = "", Type = "", Notes, Meaning }) => ({
    schema,
    field: Field,
    type: Type,
    notes: Notes ?? Meaning ?? "",
  }));
});

/** What the contract says of a field such as `attributes.name`. */
function fieldOf(schema: string, field: string): JsonObject {
  const shape = contract.shape(`/components/schemas/${schema}`);
  const { schemas } = shape.at(`/${field.replaceAll(".", "/")}`);
  return Object.assign({}, ...schemas.map((each) => each.schema));
}

describe("the description has", () => {
  test.each(fields)("$schema with $field, $type", ({ schema, field, type, notes }) => {
    const stated = fieldOf(schema, field);
    const [, items] = /^array of (.*)/.exec(type) ?? [];
    expect(stated["type"]).toBe(items === undefined ? type.split(",")[0] : "array");
    if (items !== undefined) expect(stated["items"]).toMatchObject({ type: items });
    const allowed = /allowed values: ([^.]*)/.exec(notes)?.[1]?.split(", ");
    expect(stated["enum"]).toEqual(type.includes("enum") ? allowed : undefined);
    expect(String(stated["pattern"]).includes("4[0-9a-fA-F]{3}-[89abAB]")).toBe(
      notes.includes("UUIDv4"),
    );
    const [, constant] = /\((?:error code \()?([\w ]+?)(?: in this case)?\)$/.exec(notes) ?? [];
    expect(stated["const"]?.toString()).toBe(constant);
  });

  test("at least one field in each of its tables, and all of its gaps", () => {
    expect(new Set(fields.map(({ schema }) => schema)).size).toBe(Object.keys(schemas).length);
    const asked = new Set(openQuestions.map(({ section }) => section));
    const open = sections.filter(({ text }) => /not shown|not described further/i.test(text));
    expect([...asked]).toEqual(expect.arrayContaining(open.map(({ number }) => number)));
    expect(fieldOf("Profile", "attributes.avatar")["description"]).toMatch(/JPG or PNG.*5 Mb/);
  });

  test.each(["4.1", "4.2"])("the endpoint of %s", (number) => {
    const { text = "", rows = [] } = sections.find((section) => section.number === number) ?? {};
    const [, method = ""] = /- Method: (\w+)/.exec(text) ?? [];
    const [, shape = ""] = /- Path shape: (?:\{base_url\})?(\S+?)\.?\s/.exec(text) ?? [];
    const { operation } = contract.route(method, shape.replaceAll(/:(\w+)/g, "$1"));
    expect(operation?.path).toBe(shape.replaceAll(/:(\w+)/g, "{$1}"));
    const names = rows.flatMap(({ Name }) => Name ?? []);
    expect(operation?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...names, "X-Domain"]),
    );
    const statuses = rows.flatMap(({ Status }) => (Status === undefined ? [] : Number(Status)));
    expect(operation?.responses.map(({ status }) => status)).toEqual(
      expect.arrayContaining([...statuses, 200, 401]),
    );
    expect(operation?.requestBody).toBeUndefined();
  });
});

test("the reset takes keys or a token, the retrieval keys; both a UUIDv4 domain", () => {
  const keys = ["X-API-KEY", "X-API-SECRET"];
  const ways = { resetSmartContractInstance: [keys, ["Authorization"]], getVariablesCage: [keys] };
  for (const { operationId, parameters, security } of operations) {
    if (!Object.hasOwn(ways, operationId)) continue;
    expect(ways).toMatchObject({
      [operationId]: security.map((way) => way.map(({ parameter }) => parameter)),
    });
    const domain = parameters.find(({ key }) => key === "header x-domain");
    expect(domain?.required).toBe(true);
    expect(domain?.shape.keyword("format")).toBe("uuid");
  }
});

test("the include parameter takes the documented names, separated by commas", () => {
  const [first] = operations.find(({ includes }) => includes.length > 0)?.includes ?? [];
  expect(first?.parameter).toMatchObject({
    name: "include",
    required: false,
    explode: false,
  });
  expect(first?.parameter.shape.items.values).toEqual(["author", "client", "values"]);
});

/** The members of which the description itself says that they are always there. */
const statedAsPresent: Readonly<Record<string, readonly string[]>> = {};

test("whether a member can be absent is open, unless the description says so", () => {
  const question = openQuestions.find(({ id }) => id === "field_presence");
  const { components } = contract.document as { readonly components: { schemas: JsonObject } };
  const required = Object.keys(components.schemas).flatMap((name) => {
    const pointer = `/components/schemas/${name}`;
    // A schema of a further operation may be known.
    if (!question?.places.some((place) => isWithin(place, pointer))) return [];
    const members = [...contract.shape(pointer).required];
    return members.map((member) => ({ name, member, pointer: `${pointer}/properties/${member}` }));
  });
  expect(required.length).toBeGreaterThan(50);
  for (const { member, name, pointer } of required) {
    const isPlace = question?.places.some((place) => isWithin(pointer, place)) === true;
    const isStated = statedAsPresent[name]?.includes(member) === true;
    expect({ name, member, isKnown: isPlace !== isStated }).toMatchObject({ isKnown: true });
  }
});

test("an open question is about the service, and not about what stands in for it", () => {
  const texts = openQuestions.flatMap(({ unknown, untilKnown }) => [unknown, untilKnown]);
  expect(texts.join("\n")).not.toMatch(/mock|prism/i);
});
