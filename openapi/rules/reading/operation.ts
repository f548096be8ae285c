import type { Context, Location } from "../redocly.ts";
import { child, follow, get, isObject, items, members, type Place, text } from "./place.ts";

/** A parameter or the request body of an operation: what a scenario fixes. */
export interface Input {
  /** `query include`, `header X-Domain`, or `request body`. */
  readonly key: string;
  /** As a message names it: `query parameter "include"`, `request body`. */
  readonly label: string;
  /** With its `$ref` followed. */
  readonly place: Place;
  /** Who else sees its examples: nobody, the other operations of the path, or any operation. */
  readonly shared: "no" | "path" | "contract";
  readonly required: boolean;
  /** The named examples. */
  readonly examples: ReadonlyMap<string, Place>;
}

/** A declared response of an operation. */
export interface Answer {
  /** The key under `responses`: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly place: Place;
  /** Where the operation declares it. */
  readonly key: Location;
  readonly shared: boolean;
  /** Its media types, each with its named examples. None: a response without a body. */
  readonly bodies: readonly Body[];
}

/** A media type of a request body or a response. */
export interface Body {
  readonly mediaType: string;
  readonly place: Place;
  readonly examples: ReadonlyMap<string, Place>;
}

/** An operation under `paths`. */
export interface Operation {
  readonly name: string;
  readonly place: Place;
  readonly parameters: readonly Input[];
  readonly requestBody: (Input & { readonly bodies: readonly Body[] }) | undefined;
  readonly answers: readonly Answer[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The operations under `paths`; webhooks and callbacks are no requests to the service. */
export function readOperations(context: Context, root: Place): Operation[] {
  return members(get(context, root, "paths")).flatMap(([path, place]) => {
    const pathItem = follow(context, place);
    return members(pathItem)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) =>
        readOperation(context, pathItem, operation, `${method.toUpperCase()} ${path}`),
      );
  });
}

function readOperation(context: Context, pathItem: Place, place: Place, fallback: string): Operation {
  const own = items(child(place, "parameters")).map((item) => readParameter(context, item, "no"));
  const ofPath = items(child(pathItem, "parameters")).map((item) => readParameter(context, item, "path"));
  const inherited = ofPath.filter(({ key }) => !own.some((parameter) => parameter.key === key));
  return {
    name: text(place, "operationId") || fallback,
    place,
    parameters: [...own, ...inherited],
    requestBody: readRequestBody(context, child(place, "requestBody")),
    answers: members(child(place, "responses"))
      .filter(([status]) => !status.startsWith("x-"))
      .map(([status, response]) => readAnswer(context, status, response)),
  };
}

function readParameter(context: Context, at: Place, unshared: "no" | "path"): Input {
  const place = follow(context, at);
  return {
    key: `${text(place, "in")} ${text(place, "name")}`,
    label: `${text(place, "in")} parameter "${text(place, "name")}"`,
    place,
    shared: isReference(at) ? "contract" : unshared,
    required: child(place, "required").value === true,
    examples: new Map([
      ...readBodies(context, place).flatMap(({ examples }) => [...examples]),
      ...readExamples(context, place),
    ]),
  };
}

function readRequestBody(context: Context, at: Place): Operation["requestBody"] {
  if (at.value === undefined) return undefined;
  const place = follow(context, at);
  const bodies = readBodies(context, place);
  return {
    key: "request body",
    label: "request body",
    place,
    shared: isReference(at) ? "contract" : "no",
    required: child(place, "required").value === true,
    examples: new Map(bodies.toReversed().flatMap(({ examples }) => [...examples])),
    bodies,
  };
}

function readAnswer(context: Context, status: string, at: Place): Answer {
  const place = follow(context, at);
  return { status, place, key: at.at, shared: isReference(at), bodies: readBodies(context, place) };
}

function readBodies(context: Context, place: Place): Body[] {
  return members(child(place, "content")).map(([mediaType, at]) => {
    const media = follow(context, at);
    return { mediaType, place: media, examples: readExamples(context, media) };
  });
}

/** The values of the named examples; each stands at its name. */
function readExamples(context: Context, place: Place): Map<string, Place> {
  const named = members(child(place, "examples"));
  return new Map(
    named.map(([name, at]) => [name, { value: get(context, follow(context, at), "value").value, at: at.at }]),
  );
}

function isReference({ value }: Place): boolean {
  return isObject(value) && "$ref" in value;
}
