import type { Contract, Operation, Parameter, Response, Shape } from "@workflow-api/contract";
import { essenceOf } from "@workflow-api/contract/http";
import { type JsonObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { pathParts } from "./counterpart.ts";
import { canonicalFrom, statementsFrom } from "./statements.ts";

// What an operation consists of: parts that are sent or not, and what is known of their values.

/** An operation in one of two contracts. */
export interface OperationVersion {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** A part of an operation. */
export interface OperationPart {
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

/** Parts, by what identifies them within their operation in any contract. */
export type Parts = ReadonlyMap<string, OperationPart>;

/** The parts of the request. */
export function requestParts({ contract, operation }: OperationVersion): Parts {
  const { parameters, requestBody } = operation;
  const names = pathParts(operation);
  // Path parameters are known by their order, whatever their names.
  const keyOf = ({ in: location, key }: Parameter): string =>
    location === "path" ? `path ${names.indexOf(key)}` : key;
  const parts = new Map<string, OperationPart>(
    parameters.map((each) => [keyOf(each), parameterPart(contract, each)]),
  );
  if (requestBody === undefined) return parts;
  const { pointer, required: isRequired } = requestBody;
  // Its representations say more.
  const body: OperationPart = {
    keyword: "in",
    part: "body",
    pointer,
    isRequired,
    statement: () => "",
  };
  return new Map([...parts, ["body", body], ...contentParts(contract, requestBody)]);
}

/** The parts of a response apart from its status. */
export function responseParts(contract: Contract, response: Response): Parts {
  const headers = response.headers.map(
    (each) => [each.key, parameterPart(contract, each)] as const,
  );
  return new Map<string, OperationPart>([...contentParts(contract, response), ...headers]);
}

/** A parameter, or a header of a response. */
function parameterPart(
  { document, sourceDocument }: Contract,
  parameter: Parameter,
): OperationPart {
  const { explode, forms, key: part, pointer, required: isRequired, shape, style } = parameter;
  const isPrimitive = forms.join() === "primitive";
  const fields = new Map<string, JsonValue | undefined>([
    // Lists and objects alone have it.
    ...(isPrimitive
      ? []
      : ([
          ["style", style],
          ["explode", explode],
        ] as const)),
    // As it is sent.
    ["default", String(shape.keyword("default"))],
    ...["allowEmptyValue", "x-includes", "x-identifies"].map(
      (name) => [name, valueAt(document, `${pointer}/${name}`)] as const,
    ),
  ]);
  const statement = (): string => canonicalFrom(sourceDocument, [pointer]);
  return { keyword: "in", part, pointer, isRequired, fields, shape, isWire: true, statement };
}

/** The representations of a body, by their media types. */
function contentParts(
  { sourceDocument }: Contract,
  { content, undescribed }: Pick<Response, "content" | "undescribed">,
): (readonly [string, OperationPart])[] {
  return [...content, ...undescribed].map(({ mediaType, pointer, shape }) => {
    const statement = (): string => canonicalFrom(sourceDocument, [pointer]);
    const part: OperationPart = { keyword: "content", part: "body", pointer, statement };
    // What is not JSON may have a schema that the profile does not have.
    const isRead = content.some((each) => each.pointer === pointer) || shape.schemas.length > 0;
    const fields = new Map([["xml", xmlOf(sourceDocument, mediaType, pointer)]]);
    return [essenceOf(mediaType), { ...part, ...(isRead && { shape, fields }) }];
  });
}

/** How the schemas of a body name what is written in XML. `undefined`: it is not XML. */
function xmlOf(document: JsonObject, mediaType: string, pointer: string): JsonValue | undefined {
  if (!/[/+]xml$/.test(essenceOf(mediaType))) return undefined;
  const statements = [...statementsFrom(document, [pointer]).values()];
  return statements.flatMap(({ canonical }) => canonical.match(/"xml":{[^}]*}/g) ?? []);
}
