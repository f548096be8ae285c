import type { Operation, Response, Shape } from "@workflow-api/contract";
import { serializeParameter } from "@workflow-api/contract";
import { isEqual, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract/json";
import type { Difference } from "../change.ts";
import { headersOf, type Message, maker, requestOf, responseOf, sampleValues } from "./messages.ts";

// Samples at the place that changed: values at the bounds of both versions, within a valid message.

/** How many branches of a union are followed to a place. */
const mostBranches = 100;

/** The part of an operation at which a sample is put. */
export interface SamplePlace {
  readonly operation: Operation;
  /** The response. `undefined`: the request. */
  readonly response: Response | undefined;
  /** The key of a parameter or of a header, or `body`. */
  readonly part: string;
  readonly at: readonly string[];
}

/** Values that one version allows at the place of a difference, and the other one may refuse. */
export function valuesOf(
  { keyword, shapes, values }: Difference,
  { operation, part }: SamplePlace,
): JsonValue[] {
  if (keyword === "explode")
    return operation.parameters
      .filter(({ key }) => key === part)
      .flatMap(({ shape }) => maker.boundaries(shape).filter((value) => isValid(shape, value)));
  if (shapes === undefined) return [...values];
  const { narrower, wider } = shapes;
  // Where nothing is refused, it is enough that something is sent.
  if (keyword === "properties") return plainValue(wider);
  return [...maker.boundaries(narrower), ...maker.boundaries(wider)].filter(
    (value) => isValid(wider, value) && !isValid(narrower, value),
  );
}

/** The messages that have a value at a place, which is part of what each of them sends there. */
export function* messagesWith(place: SamplePlace, value: JsonValue): Generator<Message> {
  const { at, operation, part, response } = place;
  if (part === "body") {
    const content = response === undefined ? operation.requestBody?.content : response.content;
    for (const { mediaType, shape } of content ?? [])
      for (const body of valuesWith(shape, at, value))
        yield messageOf(place, { mediaType, value: body });
    return;
  }
  const parameters = response === undefined ? operation.parameters : response.headers;
  for (const parameter of parameters.filter(({ key }) => key === part))
    for (const sent of valuesWith(parameter.shape, at, value)) {
      const { body, values } = sampleValues(operation, false);
      if (response === undefined) {
        yield requestOf(operation, { values: new Map(values).set(part, sent), body });
        continue;
      }
      const text = serializeParameter(parameter, sent);
      const headers = { ...headersOf(response, false), [parameter.name.toLowerCase()]: text };
      const [media] = response.content;
      const made = media && maker.sample(media.shape);
      const ownBody =
        media && made !== undefined ? { mediaType: media.mediaType, value: made } : undefined;
      yield responseOf(operation, response, { headers, body: ownBody });
    }
}

function messageOf(
  { operation, response }: SamplePlace,
  body: { mediaType: string; value: JsonValue },
): Message {
  if (response === undefined) {
    const { values } = sampleValues(operation, false);
    return requestOf(operation, { values, body });
  }
  return responseOf(operation, response, { headers: headersOf(response, false), body });
}

/**
 * Valid values of a shape that have a value at a path into them: one for each branch that has the
 * path. `*` stands for any item or member.
 */
function* valuesWith(
  shape: Shape,
  [token, ...deeper]: readonly string[],
  value: JsonValue,
): Generator<JsonValue> {
  if (token === undefined) {
    yield value;
    return;
  }
  for (const variant of shape.variants(mostBranches)) {
    const base = maker.sample(variant);
    if (base === undefined) continue;
    if (Array.isArray(base)) {
      for (const item of valuesWith(variant.items, deeper, value))
        yield* listsWith(base, item)
          .filter((each) => isValid(shape, each))
          .slice(0, 1);
    } else if (isObject(base)) {
      for (const name of token === "*" ? namesOf(variant, base) : [token])
        for (const member of valuesWith(variant.property(name), deeper, value))
          yield* objectsWith(variant, base, name, member)
            .filter((each) => isValid(shape, each))
            .slice(0, 1);
    }
  }
}

function isValid(shape: Shape, value: JsonValue): boolean {
  return shape.violations(value).length === 0;
}

/** The list with an item in the place of its first one, without its equals, and alone. */
function listsWith(list: readonly JsonValue[], item: JsonValue): JsonValue[] {
  const others = list.slice(1);
  return [[item, ...others], [item, ...others.filter((each) => !isEqual(each, item))], [item]];
}

/** The object with a member, and the same without what is optional. */
function objectsWith(
  shape: Shape,
  base: JsonObject,
  name: string,
  member: JsonValue,
): JsonObject[] {
  const { required } = shape;
  const needed = Object.entries(base).filter(([each]) => required.has(each));
  return [
    { ...base, [name]: member },
    { ...Object.fromEntries(needed), [name]: member },
  ];
}

/** Names of members that are not declared. */
function namesOf(shape: Shape, base: JsonObject): string[] {
  const declared = new Set(shape.names);
  const further = maker
    .boundaries(shape)
    .flatMap((each) => Object.keys(isObject(each) ? each : {}));
  const names = [...Object.keys(base), ...further].filter((name) => !declared.has(name));
  return [...new Set(names)].slice(0, 5);
}

function plainValue(shape: Shape): JsonValue[] {
  const value = maker.sample(shape);
  return value === undefined ? [] : [value];
}
