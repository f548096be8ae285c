import {
  groupBy,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";

// What a document says, without the texts that people read: shows what did not change at all.

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What people read, and what no message depends on. */
const texts = words(
  "$comment bearerFormat contact deprecated description example examples externalDocs " +
    "jsonSchemaDialect license links openapi operationId summary tags termsOfService title",
);

/** The keys of maps, whose own keys are names and not keywords. */
const maps = words(
  "$defs callbacks content definitions dependentSchemas encoding headers mapping parameters " +
    "pathItems paths patternProperties properties requestBodies responses schemas " +
    "securitySchemes variables webhooks",
);

/** The keys of data, whose members are no keywords. */
const data = /^(const|default|enum|required)$/;

/** Whether a keyword is a text for people: nothing that is sent depends on it. */
export function isText(keyword: string): boolean {
  const isExtension = keyword.startsWith("x-");
  return texts.has(keyword) || (isExtension && !/^x-(identifies|includes)$/.test(keyword));
}

/** A part of a document without its texts, and without what its references lead to. */
export interface Statement {
  readonly canonical: string;
  /** The JSON Pointers that it refers to, in the order of its canonical text. */
  readonly references: readonly string[];
}

const known = new WeakMap<JsonObject, Map<string, Statement>>();

/**
 * What a document says at some places, apart from texts: each of them and all that they refer to,
 * by JSON Pointer.
 */
export function statementsFrom(
  document: JsonObject,
  pointers: readonly string[],
): ReadonlyMap<string, Statement> {
  const found = new Map<string, Statement>();
  const open = [...pointers];
  for (let pointer = open.pop(); pointer !== undefined; pointer = open.pop()) {
    if (found.has(pointer)) continue;
    const statement = statementAt(document, pointer);
    found.set(pointer, statement);
    open.push(...statement.references);
  }
  return found;
}

/**
 * What a document says at some places and below, apart from texts: equal if it is written equally,
 * whatever components are called.
 */
export function canonicalFrom(document: JsonObject, pointers: readonly string[]): string {
  const statements = statementsFrom(document, pointers);
  const numbers = new Map([...statements.keys()].map((pointer, index) => [pointer, index]));
  const texts = [...statements.values()].map(({ canonical, references }) => [
    canonical,
    ...references.map((each) => numbers.get(each) ?? -1),
  ]);
  return JSON.stringify(texts);
}

function statementAt(document: JsonObject, pointer: string): Statement {
  const statements = known.get(document) ?? new Map<string, Statement>();
  known.set(document, statements);
  const statement = statements.get(pointer) ?? readStatement(valueAt(document, pointer));
  statements.set(pointer, statement);
  return statement;
}

function readStatement(value: JsonValue | undefined): Statement {
  const references: string[] = [];
  const strip = (part: JsonValue, isMap: boolean): JsonValue => {
    if (Array.isArray(part)) return part.map((item) => strip(item, false));
    if (!isObject(part)) return part;
    const members = Object.entries(part).filter(([name]) => isMap || !isText(name));
    const sorted = members.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([name, member = null]) => [
        name,
        isMap ? strip(member, false) : of(name, member),
      ]),
    );
  };
  const of = (keyword: string, member: JsonValue): JsonValue => {
    if (data.test(keyword)) return member;
    if (keyword === "$ref") {
      references.push(pointerOfReference(String(member)));
      return null;
    }
    return strip(keyword === "mapping" ? referencesOf(member) : member, maps.has(keyword));
  };
  return { canonical: JSON.stringify(strip(value ?? null, false)), references };
}

/** A mapping, whose values name a schema by a reference or by the name of a component. */
function referencesOf(mapping: JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(mapping ?? {}).map(([value, name]) => {
      const isReference = String(name).startsWith("#");
      return [value, { $ref: isReference ? name : `#/components/schemas/${name}` }];
    }),
  );
}

/** How many texts for people were added or changed, by their keyword. */
export function changedTexts(before: JsonObject, after: JsonObject): Record<string, number> {
  const known = groupBy(textsIn(before), textKey);
  const added = [...groupBy(textsIn(after), textKey)].flatMap(([key, texts]) =>
    texts.slice(known.get(key)?.length ?? 0),
  );
  const counts = groupBy(added, ({ keyword }) => keyword);
  return Object.fromEntries([...counts].map(([keyword, { length }]) => [keyword, length]));
}

interface Text {
  readonly keyword: string;
  readonly value: JsonValue | undefined;
}

function textKey({ keyword, value }: Text): string {
  return JSON.stringify([keyword, value]);
}

/** These are compared with their operation. */
const comparedTexts = /^(deprecated|operationId)$/;

/** @param areNames - Whether its keys are names and not keywords. */
function textsIn(part: JsonValue | undefined, areNames = false): Text[] {
  if (Array.isArray(part)) return part.flatMap((item) => textsIn(item));
  return Object.entries(isObject(part) ? part : {}).flatMap(([name, member]) => {
    if (areNames) return textsIn(member);
    if (isText(name)) return comparedTexts.test(name) ? [] : [{ keyword: name, value: member }];
    return data.test(name) ? [] : textsIn(member, maps.has(name));
  });
}
