import type {
  Contract,
  MediaType,
  Operation,
  Parameter,
  Response,
  Shape,
} from "@workflow-api/contract";
import { essenceOf } from "@workflow-api/contract/http";
import {
  appendPointer,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";
import { pathParts } from "./counterpart.ts";
import { canonicalFrom, statementsFrom } from "./statements.ts";

// What an operation consists of: parts that are sent or not, and what is known of their values.

/** An operation in one of two contracts. */
export interface Side {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** A part of an operation. */
export interface Part {
  /** The field of OpenAPI by which it exists: `in` of a parameter or a body, `content`. */
  readonly keyword: "in" | "content";
  /** As in a `Violation`: `query include`, `body`. */
  readonly part: string;
  readonly pointer: string;
  /** Whether it must be sent. */
  readonly isRequired?: boolean;
  /** The values of its other keywords. */
  readonly fields?: ReadonlyMap<string, JsonValue | undefined>;
  /** `undefined`: no rule reads its values. */
  readonly shape?: Shape;
  /** Whether its values are sent as strings. */
  readonly isWire?: boolean;
  /** What it says apart from texts: the same if it is written equally. */
  readonly statement: () => string;
}

/** Parts, by what tells them from others of their operation in any contract. */
export type Parts = ReadonlyMap<string, Part>;

/** The parts of the request. */
export function requestParts({ contract, operation }: Side): Parts {
  const { parameters, pointer, requestBody } = operation;
  const names = pathParts(operation);
  // Path parameters are known by their order, whatever their names.
  const keyOf = ({ in: location, key }: Parameter): string =>
    location === "path" ? `path ${names.indexOf(key)}` : key;
  const parts = new Map<string, Part>(
    parameters.map((each) => [keyOf(each), parameterPart(contract, each)]),
  );
  if (requestBody !== undefined)
    parts.set("body", {
      keyword: "in",
      part: "body",
      pointer: requestBody.pointer,
      isRequired: requestBody.required,
      // Its representations say more.
      statement: () => "",
    });
  const content = contentParts(contract, `${pointer}/requestBody`, requestBody?.content ?? []);
  return new Map([...parts, ...content]);
}

/** The parts of a response apart from its status. */
export function responseParts(contract: Contract, response: Response): Parts {
  const { content, headers, pointer, undescribed } = response;
  // No client reads a body of a 204.
  const hasBody = content.length + undescribed.length > 0;
  return new Map<string, Part>([
    ...(hasBody ? contentParts(contract, pointer, content) : []),
    ...headers.map((each) => [each.key, parameterPart(contract, each)] as const),
  ]);
}

/** A parameter, or a header of a response. */
function parameterPart({ document }: Contract, parameter: Parameter): Part {
  const { explode, isList, key: part, pointer, required: isRequired, shape } = parameter;
  const fields = new Map<string, JsonValue | undefined>([
    // Lists alone have it.
    ...(isList ? [["explode", explode] as const] : []),
    // As it is sent.
    ["default", String(shape.keyword("default"))],
    ...["allowEmptyValue", "x-includes", "x-identifies"].map(
      (name) => [name, valueAt(document, `${pointer}/${name}`)] as const,
    ),
  ]);
  const statement = (): string => canonicalFrom(document, [shape.pointer]);
  return { keyword: "in", part, pointer, isRequired, fields, shape, isWire: true, statement };
}

/** The representations of a body, by their media types. */
function contentParts(
  contract: Contract,
  holder: string,
  content: readonly MediaType[],
): (readonly [string, Part])[] {
  const written = mediaTypesAt(contract, holder);
  const [json] = content.flatMap(({ mediaType }) => written.get(mediaType) ?? []);
  // A single one that is not there, but another one, was read as its equivalent.
  const others = written.size > 1 || content.length === 0 ? [...written] : [];
  const { document, sourceDocument } = contract;
  return [
    ...others.map(([type, pointer]): readonly [string, Part] => {
      const statement = (): string => statementBeside(sourceDocument, pointer, json);
      return [essenceOf(type), { keyword: "content", part: "body", pointer, statement }];
    }),
    ...content.map(({ mediaType, pointer, shape }): readonly [string, Part] => {
      const statement = (): string => canonicalFrom(document, [shape.pointer]);
      return [
        essenceOf(mediaType),
        { keyword: "content", part: "body", pointer, shape, statement },
      ];
    }),
  ];
}

/** The JSON Pointers of the media types of a body in the source, behind a reference. */
function mediaTypesAt({ sourceDocument }: Contract, holder: string): Map<string, string> {
  const { $ref } = Object(valueAt(sourceDocument, holder));
  const root = `${typeof $ref === "string" ? pointerOfReference($ref) : holder}/content`;
  const types = Object.keys(valueAt(sourceDocument, root) ?? {});
  return new Map(types.map((type) => [type, appendPointer(root, type)]));
}

/**
 * What is said of a body that is not said of it in JSON, and how it is written in XML: a change of
 * what both have in common is one of the body in JSON.
 */
function statementBeside(document: JsonObject, pointer: string, json: string | undefined): string {
  const shared = json === undefined ? new Map() : statementsFrom(document, [json]);
  const names = new Set(shared.keys());
  const own = canonicalFrom(document, [pointer], names);
  if (json === undefined) return own;
  names.delete(json);
  const ofXml = [...shared.values()].flatMap(
    ({ canonical }) => canonical.match(/"xml":{[^}]*}/g) ?? [],
  );
  const isAlike = own === canonicalFrom(document, [json], names);
  return JSON.stringify([isAlike ? "" : own, ofXml]);
}
