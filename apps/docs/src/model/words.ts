import {
  type Contract,
  facetsOf,
  itemPlaces,
  type JsonObject,
  type JsonValue,
  listedValues,
  type SchemaPlace,
  type SecurityScheme,
  typesOf,
} from "@workflow-api/contract";

// The contract in words. A text may hold Markdown of one kind: `code`.

/** What one keyword says: `At least 3 characters`. */
export interface Constraint {
  readonly text: string;
  /** What the text stands for word by word, such as an expression. */
  readonly title?: string;
}

type Wording = (value: JsonValue, schema: JsonObject) => string | Constraint | undefined;

const code = (value: JsonValue): string =>
  `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

const counted =
  (label: string, noun: string): Wording =>
  (value) =>
    `${label} ${value} ${noun}${value === 1 ? "" : "s"}`;

const formats: Readonly<Record<string, string>> = {
  date: "A date: `2024-01-31`",
  "date-time": "A date and time: `2024-01-31T09:30:00Z`",
  email: "An e-mail address",
  uri: "An address (URI)",
  uuid: "UUID",
};

/** The expressions that have a name. */
const expressions: readonly {
  readonly pattern: RegExp;
  readonly text: string;
  readonly format?: string;
}[] = [
  {
    pattern: /^\^\[0-9a-fA-F\]\{8\}.*-4\[0-9a-fA-F\]\{3\}-\[89ab/,
    text: "UUID of version 4",
    format: "uuid",
  },
];

const named = (pattern: JsonValue | undefined): (typeof expressions)[number] | undefined =>
  expressions.find((each) => each.pattern.test(String(pattern)));

/** The words of each keyword that limits a value by what it says itself. */
const wordings: Readonly<Record<string, Wording>> = {
  format: (value, { pattern }) =>
    pattern !== undefined && named(pattern)?.format === value
      ? undefined
      : (formats[String(value)] ?? `Format ${code(value)}`),
  pattern: (value) => ({
    text: named(value)?.text ?? "Matches an expression",
    title: String(value),
  }),
  minimum: (value) => `At least ${code(value)}`,
  maximum: (value) => `At most ${code(value)}`,
  exclusiveMinimum: (value) => `More than ${code(value)}`,
  exclusiveMaximum: (value) => `Less than ${code(value)}`,
  multipleOf: (value) => `A multiple of ${code(value)}`,
  minLength: counted("At least", "character"),
  maxLength: counted("At most", "character"),
  minItems: counted("At least", "item"),
  maxItems: counted("At most", "item"),
  uniqueItems: (value) => (value === true ? "No item twice" : undefined),
  additionalProperties: (value) => (value === false ? "No other members" : undefined),
  default: (value) => `${code(value)} if left out`,
};

/** What the schemas of these places say of a value, each thing once. */
export function constraintsOf(document: JsonObject, places: readonly SchemaPlace[]): Constraint[] {
  const facets = facetsOf(document, places);
  const listed = listedValues(facets);
  const values = listed && {
    text:
      listed.length === 1 ? `Always ${listed.map(code)}` : `One of ${listed.map(code).join(", ")}`,
  };
  const stated = facets.flatMap(({ schema }) =>
    Object.entries(schema).flatMap(([keyword, value]) => {
      const words = value === undefined ? undefined : wordings[keyword]?.(value, schema);
      return words === undefined ? [] : [typeof words === "string" ? { text: words } : words];
    }),
  );
  const all = [...(values === undefined ? [] : [values]), ...stated];
  return all.filter(({ text }, index) => index === all.findIndex((other) => other.text === text));
}

/** An example of a value. `undefined`: the contract gives none. */
export function exampleOf(
  document: JsonObject,
  places: readonly SchemaPlace[],
): JsonValue | undefined {
  for (const { schema } of facetsOf(document, places)) {
    const { examples } = schema;
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
  }
  return undefined;
}

/** The type in words: `integer or null`, `list of strings`. */
export function typeWords({ document }: Contract, places: readonly SchemaPlace[]): string {
  const found = typesOf(document, places);
  const types = found.includes("number") ? found.filter((type) => type !== "integer") : found;
  if (types.length >= 6) return "any value";
  const items = itemPlaces(facetsOf(document, places));
  const itemTypes =
    items.length === 0
      ? []
      : typesOf(document, items).filter(
          (type, _, all) => type !== "integer" || !all.includes("number"),
        );
  const list =
    itemTypes.length === 0 || itemTypes.length > 4
      ? "list"
      : `list of ${itemTypes.map((type) => `${type}s`).join(" or ")}`;
  return types.map((type) => (type === "array" ? list : type)).join(" or ") || "nothing";
}

/** What goes into the address of a part of a page; the same each time. */
export function slugOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-+|-+$/g, "") || "it";
}

const advice: Readonly<Record<number, string>> = {
  401: "Check the credentials, and that they belong to the domain. Then send the request again.",
  403: "Ask for the permission. The same request would be refused again.",
  404: "Check the ids in the path. The same request would fail again.",
  409: "Read the current state, then decide.",
  412: "Read the current state, then decide.",
  429: "Wait, then send the request again.",
};

/** What a caller does about a status that is no success. */
export function adviceFor(status: number): string {
  if (status >= 500)
    return "Send the request again later if it only reads; otherwise look first whether it took effect.";
  return advice[status] ?? "Correct the request. The same one would fail again.";
}

/** How a credential travels: `X-API-KEY`, `Authorization: Bearer …`. */
export function credentialText({ type, header }: SecurityScheme): string {
  return type === "bearer" ? `${header}: Bearer` : header;
}
