import {
  type Contract,
  type HttpResponse,
  type Include,
  isObject,
  isSuccess,
  type JsonObject,
  type JsonValue,
  type Note,
  type Operation,
  parsePointer,
  pointerOfReference,
  pruneIncludes,
  responseFor,
  type Shape,
  valueAt,
} from "@workflow-api/contract";
import type { Prism, PrismAnswer, PrismOperation, Wanted } from "./prism.ts";

/** Prism's response, without the includes that were not requested. */
export interface EngineAnswer extends Pick<HttpResponse, "headers" | "body"> {
  /** The parsed body. `undefined`: there is none. */
  readonly value: JsonValue | undefined;
  /** Where a generated body violates its schema. */
  readonly notes: readonly Note[];
}

/**
 * Makes responses with Prism, which takes the example or generates from the schema, and does the
 * same for headers.
 */
export interface Engine {
  /**
   * @param asked - What the request asks for by its includes.
   * @throws {Error} Prism cannot make such an answer.
   */
  answer(operation: Operation, wanted: Wanted, asked: readonly Include[]): Promise<EngineAnswer>;
}

let loading: Promise<Prism> | undefined;

/**
 * Loads Prism once. Nothing else imports it, so that a server can listen before Prism is loaded.
 */
export function loadPrism(): Promise<Prism> {
  loading ??= import("./prism.ts").then(({ createPrism }) => createPrism());
  return loading;
}

/**
 * Prism for one contract. It reads an operation when it is first requested, from a document of that
 * operation alone: neither the start nor a response depends on the size of the contract.
 */
export function createEngine(contract: Contract): Engine {
  const examples = new Map<Operation, Promise<PrismOperation>>();
  const schemas = new Map<Operation, Promise<PrismOperation>>();
  // Static responses depend on the contract and the includes alone.
  const known = new WeakMap<Operation, Map<string, EngineAnswer>>();
  const make = async (operation: Operation, wanted: Wanted): Promise<Made> => {
    const prism = await loadPrism();
    const { dynamic, mediaType, status } = wanted;
    const { content = [] } = responseFor(operation, status) ?? {};
    const media = content.find((each) => each.mediaType === mediaType);
    const isMade = media !== undefined && (dynamic !== undefined || media.examples.length === 0);
    const operations = isMade ? schemas : examples;
    const loaded = operations.get(operation) ?? readOperation(prism, contract, operation, isMade);
    operations.set(operation, loaded);
    const read = await loaded;
    const makeOne = (one: Wanted): Promise<PrismAnswer> => prism.answer(read, one);
    return isMade
      ? await makeRight(media.shape, wanted, makeOne)
      : { ...(await makeOne(wanted)), notes: [] };
  };
  return {
    async answer(operation, wanted, asked) {
      const { dynamic, example, mediaType, status } = wanted;
      const included = asked.map((each) => operation.includes.indexOf(each));
      const key = [status, mediaType, example, ...included].join(" ");
      const answers = known.get(operation) ?? new Map<string, EngineAnswer>();
      const answered = dynamic === undefined ? answers.get(key) : undefined;
      if (answered !== undefined) return answered;
      const { body, headers, notes } = await make(operation, wanted);
      const sent =
        isSuccess(status) && body !== undefined ? pruneIncludes(operation, asked, body) : body;
      const answer = {
        headers: readHeaders(headers),
        body: sent === undefined ? "" : JSON.stringify(sent),
        value: sent,
        notes,
      };
      if (answers.size >= mostKnown) answers.clear();
      if (dynamic === undefined) known.set(operation, answers.set(key, answer));
      return answer;
    },
  };
}

/**
 * An operation has a static response for each example of each media type, and each combination of
 * includes.
 */
const mostKnown = 1000;

type Made = PrismAnswer & Pick<EngineAnswer, "notes">;

/** A body that Prism generates may violate the schema: then other seeds are tried. */
async function makeRight(
  shape: Shape,
  wanted: Wanted,
  make: (one: Wanted) => Promise<PrismAnswer>,
): Promise<Made> {
  const first = await make(wanted);
  if (first.body === undefined) return { ...first, notes: [] };
  const brokenBy = (body: JsonValue | undefined) => shape.violations(body);
  const { seed = String(wanted.dynamic === undefined ? "" : Math.random()) } = wanted.dynamic ?? {};
  for (let tries = 0; tries < mostTries; tries++) {
    const other = { ...wanted, dynamic: { seed: `${seed}${tries}` } };
    const { body, headers } = tries === 0 ? first : await make(other);
    const declared = declaredOnly(shape, body ?? null);
    const right = [declared, body].find((each) => brokenBy(each).length === 0);
    if (right !== undefined) return { headers, body: right, notes: [] };
  }
  const broken = brokenBy(first.body);
  const notes = broken.map(({ message, pointer }) => ({
    part: `response body${pointer}`,
    message,
  }));
  return { ...first, notes };
}

const mostTries = 5;

/**
 * A value without undeclared members: Prism invents some wherever `additionalProperties` allows
 * them without saying so.
 */
function declaredOnly(shape: Shape, value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const whole = withBranches(shape);
  if (Array.isArray(value)) return value.map((item: JsonValue) => declaredOnly(whole.items, item));
  if (!isObject(value) || whole.schemas.length === 0) return value;
  const hasPatterns = whole.keyword("patternProperties") !== undefined;
  const members = Object.entries(value).flatMap(([name, member = null]) => {
    const property = whole.property(name);
    return property.locations.length > 0 || hasPatterns
      ? [[name, declaredOnly(property, member)] as const]
      : [];
  });
  return Object.fromEntries(members);
}

/** The shape with all of its branches, because the value may match any of them. */
function withBranches(shape: Shape): Shape {
  const branches = shape.unions.flatMap((union) => union.branches);
  const whole = shape.and(...branches.flatMap(({ locations }) => locations));
  return whole.schemas.length === shape.schemas.length ? shape : withBranches(whole);
}

function readHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [[name.toLowerCase(), headerText(String(value))]],
    ),
  );
}

/** A header holds printable ASCII. Anything else is escaped as in JSON. */
export function headerText(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7e\t]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @param isMade - Whether bodies are generated from their schemas; else examples alone are read. */
async function readOperation(
  prism: Prism,
  contract: Contract,
  operation: Operation,
  isMade: boolean,
): Promise<PrismOperation> {
  const { document } = contract;
  const { operationId, pointer } = operation;
  if (isMade && hasManyParts(document, valueAt(document, `${pointer}/responses`)))
    throw new Error(
      `the schemas of ${operationId} have more than ${mostParts} parts with what they refer to: ` +
        "give the response an example in the contract",
    );
  const [read] = await prism.readOperations(documentOf(document, operation, isMade));
  if (read === undefined) throw new Error(`Prism cannot read the operation ${operationId}`);
  return read;
}

/** Prism writes out every reference, which takes seconds for more parts, and then gives up. */
const mostParts = 10_000;

/** Whether a part of a document has more parts than that with its references written out. */
function hasManyParts(document: JsonObject, part: JsonValue | undefined): boolean {
  let count = 0;
  const visit = (value: JsonValue | undefined, open: readonly string[]): void => {
    if (typeof value !== "object" || value === null || count > mostParts) return;
    count++;
    const { $ref: reference } = value as JsonObject;
    if (typeof reference === "string" && !open.includes(reference))
      visit(valueAt(document, pointerOfReference(reference)), [...open, reference]);
    for (const member of Object.values(value)) visit(member, open);
  };
  visit(part, []);
  return count > mostParts;
}

/** A document with the responses of one operation. It is a copy, because Prism writes into it. */
function documentOf(
  document: JsonObject,
  { method, path, pointer }: Operation,
  isMade: boolean,
): JsonObject {
  const { deprecated = false, responses = {} } = valueAt(document, pointer) as JsonObject;
  const { openapi = "", info = {}, jsonSchemaDialect } = document;
  const components: Record<string, Record<string, JsonValue>> = {};
  const copy = (value: JsonValue): JsonValue =>
    JSON.parse(
      JSON.stringify(value, (key, member) => {
        if (key === "$ref" && typeof member === "string") copyTarget(pointerOfReference(member));
        return member;
      }),
    );
  const responseOf = (response: JsonValue): JsonValue =>
    isMade ? response : withoutSchemas(response);
  const copyTarget = (target: string): void => {
    const [, kind = "", name = ""] = parsePointer(target);
    components[kind] ??= {};
    const named = components[kind];
    if (Object.hasOwn(named, name)) return;
    named[name] = null;
    const value = valueAt(document, target) ?? null;
    named[name] = copy(kind === "responses" ? responseOf(value) : value);
  };
  const shown = mapMembers(responses, responseOf);
  const operation = copy({ deprecated, responses: shown });
  const paths = { [path]: { [method.toLowerCase()]: operation } };
  return { openapi, info, ...(jsonSchemaDialect && { jsonSchemaDialect }), paths, components };
}

/** A response without the schemas of its bodies. */
function withoutSchemas(response: JsonValue): JsonValue {
  if (!isObject(response) || response["content"] === undefined) return response;
  const content = mapMembers(response["content"], (media) => ({ ...Object(media), schema: {} }));
  return { ...response, content };
}

function mapMembers(object: JsonValue, change: (member: JsonValue) => JsonValue): JsonObject {
  const members = Object.entries(object ?? {}).map(([name, member]) => [name, change(member)]);
  return Object.fromEntries(members);
}
