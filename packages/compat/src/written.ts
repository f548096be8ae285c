import type { Contract } from "@workflow-api/contract";
import {
  appendPointer,
  isEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";
import { type Difference, differenceOf, paired } from "./difference.ts";

// Documents as they are written: what they say apart from texts, and which texts differ.

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
 *
 * @param omitted - The JSON Pointers that are not followed. Default: none.
 */
export function statementsFrom(
  document: JsonObject,
  pointers: readonly string[],
  omitted: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Statement> {
  const found = new Map<string, Statement>();
  const open = [...pointers];
  for (let pointer = open.pop(); pointer !== undefined; pointer = open.pop()) {
    if (found.has(pointer) || omitted.has(pointer)) continue;
    const statement = statementAt(document, pointer);
    found.set(pointer, statement);
    open.push(...statement.references);
  }
  return found;
}

/**
 * What a document says at some places and below, apart from texts: equal if it is written equally,
 * whatever components are called.
 *
 * @param omitted - The JSON Pointers that are not followed. Default: none.
 */
export function canonicalFrom(
  document: JsonObject,
  pointers: readonly string[],
  omitted?: ReadonlySet<string>,
): string {
  const statements = statementsFrom(document, pointers, omitted);
  const numbers = new Map([...statements.keys()].map((pointer, index) => [pointer, index]));
  const texts = [...statements.values()].map(({ canonical, references }) => [
    canonical,
    ...references.map((each) => numbers.get(each) ?? each),
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

/** A part of a document. */
interface Part {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** The texts that differ in the parts that two contracts have in common. */
export function textDifferences(old: Contract, changed: Contract): Difference[] {
  const before = { pointer: "", value: old.sourceDocument };
  return textsBelow(before, { pointer: "", value: changed.sourceDocument }, false);
}

function textsBelow(before: Part, after: Part, isMap: boolean): Difference[] {
  return paired(membersOf(before), membersOf(after)).flatMap(([name, was, is]) => {
    if (isEqual(was?.value, is?.value)) return [];
    // The operationId is compared with the operation.
    if (!isMap && isText(name)) return name === "operationId" ? [] : textDifference(name, was, is);
    if (was === undefined || is === undefined || (!isMap && data.test(name))) return [];
    return textsBelow(was, is, !isMap && maps.has(name) && isObject(was.value));
  });
}

function textDifference(keyword: string, was: Part | undefined, is: Part | undefined): Difference {
  return differenceOf({ operationId: "", code: undefined, part: "" }, keyword, {
    // These announce something.
    isText: keyword !== "deprecated" && keyword !== "x-sunset",
    oldPointers: [was?.pointer ?? []].flat(),
    newPointers: [is?.pointer ?? []].flat(),
  });
}

/** The members of an object, or the items of a list, by names that other documents share. */
function membersOf({ pointer, value }: Part): Map<string, Part> {
  const entries = Object.entries(isObject(value) || Array.isArray(value) ? value : {});
  return new Map(
    entries.map(([name, member = null]) => [
      (Array.isArray(value) && itemName(member)) || name,
      { pointer: appendPointer(pointer, name), value: member },
    ]),
  );
}

/** The name of an item: of a parameter, a server, a reference. The empty string: it has none. */
function itemName(item: JsonValue): string {
  if (!isObject(item)) return "";
  const { $ref, in: place, name, url } = item;
  return [$ref ?? url, place, name].filter((each) => each !== undefined).join(" ");
}
