import { type Operation, type Shape, serializeParameter } from "@workflow-api/contract";
import { isEqual, isObject, type JsonObject, type JsonValue } from "@workflow-api/contract/json";
import type { Difference } from "../change.ts";
import {
  allMediaTypes,
  bodiesOf,
  headersOf,
  type Message,
  maker,
  type ResponseSite,
  requestOf,
  responseOf,
  sampleValues,
} from "./messages.ts";

// Samples at the place that changed: values at the bounds of both versions, within a valid message.

/** How many branches of a union are followed to a place. */
const mostBranches = 100;

/** How many names of further members of a map are tried. */
const mostNames = 5;

/** The part of an operation at which a sample is put. */
export interface SamplePlace {
  readonly operation: Operation;
  /** The response. `undefined`: the request. */
  readonly site: ResponseSite | undefined;
  /** The key of a parameter or of a header, or `body`. */
  readonly part: string;
  readonly at: readonly string[];
}

/** Values that one version allows at the place of a difference, and the other one may refuse. */
export function differingValues(
  { keyword, shapes, values }: Difference,
  { operation, part }: SamplePlace,
): readonly JsonValue[] {
  if (keyword === "explode" || keyword === "style")
    return operation.parameters
      .filter(({ key }) => key === part)
      .flatMap(({ shape }) =>
        maker.boundaries(shape).filter((value) => isValidValue(shape, value)),
      );
  if (shapes === undefined) return values;
  const { narrower, wider } = shapes;
  // Where nothing is refused, it is enough that something is sent.
  if (keyword === "properties" || keyword === "default") return [maker.sample(wider) ?? null];
  // The shortest are the plainest.
  return [...maker.boundaries(narrower), ...maker.boundaries(wider)]
    .filter((value) => isValidValue(wider, value) && !isValidValue(narrower, value))
    .toSorted((one, other) => JSON.stringify(one).length - JSON.stringify(other).length);
}

/** The messages that have a value at a place. */
export function messagesWith(place: SamplePlace, value: JsonValue): Iterable<Message> {
  return place.part === "body" ? withBody(place, value) : withParameter(place, value);
}

function* withBody({ at, operation, site }: SamplePlace, value: JsonValue): Generator<Message> {
  for (const { mediaType, shape } of allMediaTypes(site?.documented ?? operation.requestBody))
    for (const each of valuesWith(shape, at, value)) {
      const body = { mediaType, value: each };
      const { values } = sampleValues(operation, false);
      yield site === undefined
        ? requestOf(operation, { values, body })
        : responseOf(site, { headers: headersOf(site.documented, false), body });
    }
}

function* withParameter(
  { at, operation, part, site }: SamplePlace,
  value: JsonValue,
): Generator<Message> {
  const parameters = site === undefined ? operation.parameters : site.documented.headers;
  const parameter = parameters.find(({ key }) => key === part);
  if (parameter === undefined) return;
  for (const each of valuesWith(parameter.shape, at, value)) {
    if (site === undefined) {
      const { body, values } = sampleValues(operation, false);
      yield requestOf(operation, { values: new Map(values).set(part, each), body });
    } else {
      const name = parameter.name.toLowerCase();
      const text = serializeParameter(parameter, each);
      const headers = { ...headersOf(site.documented, false), [name]: text };
      const [body] = allMediaTypes(site.documented).flatMap(bodiesOf);
      yield responseOf(site, { headers, body });
    }
  }
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
  for (const variant of shape.variants(mostBranches))
    for (const { containers, inner } of holdersOf(variant, token))
      for (const part of valuesWith(inner, deeper, value)) {
        const found = containers(part).find((each) => isValidValue(shape, each));
        if (found !== undefined) yield found;
      }
}

/** Values that hold another one, of which one may be valid. */
interface ValueContainer {
  /** The shape of the part that is held. */
  readonly inner: Shape;
  readonly containers: (part: JsonValue) => readonly JsonValue[];
}

function holdersOf(variant: Shape, token: string): ValueContainer[] {
  const base = maker.sample(variant);
  if (Array.isArray(base))
    return [{ inner: variant.items, containers: (item) => listsWith(base, item) }];
  if (!isObject(base)) return [];
  const names = token === "*" ? furtherNames(variant, base) : [token];
  return names.map((name) => ({
    inner: variant.property(name),
    containers: (member) => objectsWith(variant, base, { [name]: member }),
  }));
}

function isValidValue(shape: Shape, value: JsonValue): boolean {
  return shape.violations(value).length === 0;
}

/** The list with an item in the place of its first one, without its equals, and alone. */
function listsWith(list: readonly JsonValue[], item: JsonValue): JsonValue[] {
  const others = list.slice(1);
  return [[item, ...others], [item, ...others.filter((each) => !isEqual(each, item))], [item]];
}

/** The object with a member, and the same without what is optional. */
function objectsWith(shape: Shape, base: JsonObject, member: JsonObject): JsonObject[] {
  const { required } = shape;
  const needed = Object.entries(base).filter(([name]) => required.has(name));
  return [
    { ...base, ...member },
    { ...Object.fromEntries(needed), ...member },
  ];
}

/** Names of members that are not declared. */
function furtherNames(shape: Shape, base: JsonObject): string[] {
  const declared = new Set(shape.names);
  const tried = [base, ...maker.boundaries(shape)].flatMap((each) =>
    isObject(each) ? Object.keys(each) : [],
  );
  return [...new Set(tried)].filter((name) => !declared.has(name)).slice(0, mostNames);
}
