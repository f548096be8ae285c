import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contractText, descriptionText } from "./contract.ts";
import { readSections } from "./description.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
}

interface Gap {
  readonly section: string;
}

const contract = parse(contractText);
const gaps: readonly Gap[] = contract["x-gaps"];
const sections = readSections(descriptionText);
const section = (number: string) => sections.find((candidate) => candidate.number === number);
const version4 = "4[0-9a-fA-F]{3}-[89abAB]";

/** Each section that describes a resource or an error body, and its schema. */
const described: readonly (readonly [string, string])[] = [
  ["2.1", "Acknowledge"],
  ["2.2", "VariableCage"],
  ["2.3", "CageValue"],
  ["2.4", "Client"],
  ["2.5", "Author"],
  ["2.6", "Profile"],
  ["7.1", "UnauthorizedError"],
  ["7.2", "NotFoundError"],
  ["7.3", "ServerError"],
];

const fields = described.flatMap(([number, name]) =>
  (section(number)?.rows ?? []).map(({ Field = "", Type = "", Notes, Meaning }) => ({
    number,
    name,
    field: Field,
    type: Type,
    notes: Notes ?? Meaning ?? "",
  })),
);

describe("the fields of the description", () => {
  test.each(fields)("$number: $name has $field, $type", ({ name, field, type, notes }) => {
    const schema = fieldOf(contract.components.schemas[name], field);
    const [, items] = /^array of (.*)/.exec(type) ?? [];
    expect(schema.type).toBe(items === undefined ? type.split(",")[0] : "array");
    expect(schema.items?.type).toBe(items);
    expect(schema.enum ?? []).toEqual(type.includes("enum") ? valuesIn(notes) : []);
    if (notes.includes("UUIDv4")) expect(schema.pattern).toContain(version4);
    const [, constant] = /\((?:error code \()?([\w ]+?)(?: in this case)?\)$/.exec(notes) ?? [];
    expect(schema.const === undefined ? undefined : String(schema.const)).toBe(constant);
  });

  test("are found in each section", () => {
    const found = new Set(fields.map(({ number }) => number));
    expect(described.filter(([number]) => !found.has(number))).toEqual([]);
  });

  test("include the limit of the avatar", () => {
    const { description } = fieldOf(contract.components.schemas.Profile, "attributes.avatar");
    expect(description).toMatch(/JPG or PNG.*5 Mb/);
  });
});

describe("the endpoints of the description", () => {
  const endpoints = ["4.1", "4.2"].map((number) => {
    const text = section(number)?.text ?? "";
    const [, method = ""] = /- Method: (\w+)/.exec(text) ?? [];
    const [, shape = ""] = /- Path shape: (?:\{base_url\})?(\S+?)\.?[\s]/.exec(text) ?? [];
    const path = shape.replaceAll(/:(\w+)/g, "{$1}");
    return { number, text, path, method, operation: contract.paths[path]?.[method.toLowerCase()] };
  });

  test.each(endpoints)("$number: $method $path", ({ text, operation }) => {
    const names = operation.parameters.map((parameter: Parameter) => resolve(parameter).name);
    const rows = section(text.slice(0, 3))?.rows ?? [];
    const parameters = rows.filter(({ Name }) => Name).map(({ Name }) => Name);
    expect(names).toEqual(expect.arrayContaining([...parameters, "X-Domain"]));
    const statuses = rows.filter(({ Status }) => Status).map(({ Status }) => Status);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([...statuses, "200", "401"]));
    expect(operation.requestBody).toBeUndefined();
  });

  test("the include parameter takes the names that are shown, joined by commas", () => {
    const { parameters } = contract.paths["/data_dictionary/variables_cages/{id}"].get;
    const include = parameters.find(({ name }: Parameter) => name === "include");
    const [, names = ""] = /the names shown are ([^.]*)/.exec(section("4.2")?.text ?? "") ?? [];
    expect(include.schema.items.enum).toEqual(names.split(", "));
    expect(include).toMatchObject({ in: "query", required: false, style: "form", explode: false });
  });

  test("the reset takes the keys or a bearer token, the retrieval the keys", () => {
    const [reset, retrieval] = endpoints.map(({ operation }) => operation.security ?? contract.security);
    expect(reset).toEqual([{ apiKey: [], apiSecret: [] }, { bearer: [] }]);
    expect(retrieval).toEqual([{ apiKey: [], apiSecret: [] }]);
  });

  test("the headers of the authentication are declared", () => {
    const { parameters, securitySchemes } = contract.components;
    expect(parameters.Domain).toMatchObject({ name: "X-Domain", in: "header", required: true });
    expect(parameters.Domain.schema.pattern).toContain(version4);
    expect(securitySchemes).toMatchObject({
      apiKey: { in: "header", name: "X-API-KEY" },
      apiSecret: { in: "header", name: "X-API-SECRET" },
      bearer: { type: "http", scheme: "bearer" },
    });
  });
});

describe("what the description leaves unsaid", () => {
  const unsaid = sections.filter(({ text }) => /not shown|not described further/i.test(text));

  test.each(unsaid)("is a gap of section $number", ({ number }) => {
    expect(gaps.map(({ section }) => section)).toContain(number);
  });

  test("is at least what the description calls not shown", () => {
    expect(unsaid.length).toBeGreaterThan(5);
    expect(gaps.length).toBeGreaterThanOrEqual(13);
  });
});

/** The member of a schema that a path such as `attributes.name` names. */
function fieldOf(schema: Schema, path: string): Schema {
  return path.split(".").reduce((holder, name) => resolve(holder.properties?.[name] ?? {}), resolve(schema));
}

function resolve<Node extends { readonly $ref?: string }>(node: Node): Node {
  const [, , group = "", name = ""] = node.$ref?.split("/") ?? [];
  return node.$ref === undefined ? node : contract.components[group][name];
}

function valuesIn(notes: string): string[] {
  return /allowed values: ([^.]*)/.exec(notes)?.[1]?.split(", ") ?? [];
}
