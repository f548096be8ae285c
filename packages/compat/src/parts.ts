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
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract/json";
import { pathParts } from "./counterpart.ts";
import { canonicalFrom, type Statement, statementsFrom } from "./written.ts";

// What an operation consists of: parts that are sent or not, and what is known of their values.

/** An operation in one of two contracts. */
export interface Side {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** A part of an operation. */
export interface Part {
  /** The field of OpenAPI by which it exists: `in`, `content`, `flows`, `callbacks`. */
  readonly keyword: string;
  /** As in a `Violation`: `query include`, `body`. */
  readonly part: string;
  readonly pointer: string;
  /** Whether it must be sent. */
  readonly isRequired?: boolean;
  /** The values of its other keywords. */
  readonly fields?: ReadonlyMap<string, JsonValue | undefined>;
  /** `undefined`: no rule reads its values. */
  readonly shape?: Shape;
  /** What it says apart from texts: the same if it is written equally. */
  readonly written: () => string;
  /** What it says that the body in JSON beside it does not. */
  readonly besideJson?: () => string;
}

/** Parts, by what tells them from others of their operation in any contract. */
export type Parts = ReadonlyMap<string, Part>;

/** The parts of the request, with what belongs to the operation as a whole. */
export function requestParts({ contract, operation }: Side): Parts {
  const { parameters, pointer, requestBody } = operation;
  const names = pathParts(operation);
  // Path parameters are known by their order, whatever their names.
  const keyOf = ({ in: location, key }: Parameter): string =>
    location === "path" ? `path ${names.indexOf(key)}` : key;
  const body = requestBody && {
    keyword: "in",
    part: "body",
    pointer: requestBody.pointer,
    isRequired: requestBody.required,
    // Its representations say more.
    written: () => "",
  };
  return new Map<string, Part>([
    ...parameters.map((each) => [keyOf(each), parameterPart(contract, each)] as const),
    ...(body ? [["body", body] as const] : []),
    ...contentParts(contract, `${pointer}/requestBody`, requestBody?.content ?? []),
  ]);
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
  const written = (): string => canonicalFrom(document, [shape.pointer]);
  return { keyword: "in", part, pointer, isRequired, fields, shape, written };
}

/** The representations of a body. Those beside JSON are compared as they are written. */
function contentParts(
  contract: Contract,
  holder: string,
  content: readonly MediaType[],
): (readonly [string, Part])[] {
  const written = writtenParts(contract, holder, "content", "body");
  const [json] = content.flatMap(({ mediaType }) => written.get(mediaType) ?? []);
  // A single one that is not there, but another one, was read as its equivalent.
  const others = written.size > 1 || content.length === 0 ? [...written] : [];
  return [
    ...others.map(([type, each]) => {
      const part = json ? { ...each, besideJson: () => besideJson(contract, each, json) } : each;
      return [essenceOf(type), part] as const;
    }),
    ...content.map(({ mediaType, pointer, shape }) => {
      const part: Part = {
        keyword: "content",
        part: "body",
        pointer,
        shape,
        written: () => canonicalFrom(contract.document, [shape.pointer]),
      };
      return [essenceOf(mediaType), part] as const;
    }),
  ];
}

/** What is said of a body that is not said of it in JSON, and how it is written in XML. */
function besideJson({ sourceDocument }: Contract, { pointer }: Part, json: Part): string {
  const textsOf = (place: string): string[] =>
    [...statementsFrom(sourceDocument, [place]).values()].map(textOf);
  const known = new Set(textsOf(json.pointer));
  return JSON.stringify(
    textsOf(pointer).flatMap((text) =>
      known.has(text) ? (text.match(/"xml":{[^}]*}/g) ?? []) : text,
    ),
  );
}

function textOf({ canonical, references }: Statement): string {
  return [canonical, ...references].join(" ");
}

/**
 * The parts at a key of an object of the document, as they are written, behind a reference.
 *
 * @param elsewhere - The components that are compared elsewhere. Default: none.
 */
export function writtenParts(
  { sourceDocument }: Contract,
  holder: string,
  keyword: string,
  part: string = keyword,
  elsewhere?: ReadonlySet<string>,
): Map<string, Part> {
  const { $ref } = Object(valueAt(sourceDocument, holder));
  const root = appendPointer(typeof $ref === "string" ? pointerOfReference($ref) : holder, keyword);
  return new Map(
    Object.keys(valueAt(sourceDocument, root) ?? {}).map((name) => {
      const pointer = appendPointer(root, name);
      const written = (): string => canonicalFrom(sourceDocument, [pointer], elsewhere);
      return [name, { keyword, part, pointer, written }];
    }),
  );
}
