import { contradictions, endlessSchemas } from "./consistency.ts";
import { ContractError } from "./contract-error.ts";
import {
  appendPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  pointerOfReference,
  valueAt,
} from "./json.ts";
import type {
  Contract,
  Example,
  Include,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityAlternative,
  SecurityScheme,
  Server,
  SourceLocation,
} from "./model.ts";
import { placeAt, typesOf } from "./places.ts";
import { createRouter } from "./route.ts";
import { defaultOf, readScenarios } from "./scenarios.ts";
import { type Finding, outsideOfProfile } from "./structure.ts";
import { createValidator } from "./validator.ts";

/** Where a document comes from. */
export interface Origin {
  readonly file: string;
  /** Where a JSON Pointer of the document stands in the file. */
  locate(pointer: string): SourceLocation;
}

const nowhere: Origin = {
  file: "(document)",
  locate: (pointer) => ({ file: "(document)", line: 1, column: 1, pointer }),
};

/**
 * Reads an OpenAPI document into typed values.
 *
 * @throws {ContractError} It leaves the profile, or contradicts itself: every problem with its place.
 */
export function readContract(document: JsonObject, origin: Origin = nowhere): Contract {
  assertNone(outsideOfProfile(document), origin);
  assertNone(endlessSchemas(document), origin);
  const reader = createReader(document);
  const securitySchemes = reader.members("/components/securitySchemes").map(readSecurityScheme);
  const parts = operationPointers(document).map((pointer) => readOperation(reader, pointer, securitySchemes));
  assertNone(contradictions(document, parts), origin);
  const scenarios = readScenarios(parts);
  const operations = parts.map((operation, index): Operation => {
    const own = scenarios[index] ?? [];
    return { ...operation, scenarios: own, defaultScenario: defaultOf(own) };
  });
  return {
    file: origin.file,
    document,
    info: texts(reader.at("/info"), "title", "version", "summary", "description"),
    tags: reader.items("/tags").map(({ value }) => texts(value, "name", "description")),
    operations,
    securitySchemes,
    gaps: reader.items("/x-gaps").map(({ value, pointer }) => ({
      ...texts(value, "id", "section", "unknown"),
      untilKnown: text(value, "until_known"),
      pointer,
    })),
    locate: origin.locate,
    route: createRouter(operations),
    validate: createValidator(document),
  };
}

/** @throws {ContractError} There are findings. They come in the order of their lines. */
function assertNone(findings: readonly Finding[], { locate }: Origin): void {
  if (findings.length === 0) return;
  const problems = findings.map(({ message, pointer }) => ({ message, location: locate(pointer) }));
  throw new ContractError(
    problems.sort(
      ({ location: one }, { location: other }) => one.line - other.line || one.column - other.column,
    ),
  );
}

/** An object of the document in its place. */
interface Placed {
  /** The last name or index of its pointer. */
  readonly name: string;
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Reads a document that keeps to the profile, so that nothing in it is of an unexpected form. */
interface Reader {
  readonly document: JsonObject;
  /** Those that were read, by pointer: operations share them. */
  readonly parameters: Map<string, Parameter>;
  /** The object at a pointer, `$ref` followed; an empty one if there is none. */
  at(pointer: string): JsonObject;
  /** The same with its own pointer, which is that of the target of a `$ref`. */
  follow(pointer: string): Placed;
  /** The members of an object, `$ref`s followed. */
  members(pointer: string): Placed[];
  /** The objects of a list, `$ref`s followed. */
  items(pointer: string): Placed[];
}

function createReader(document: JsonObject): Reader {
  const follow = (pointer: string, name = ""): Placed => {
    const found = valueAt(document, pointer);
    const value = isObject(found) ? found : {};
    const reference = value["$ref"];
    return typeof reference === "string"
      ? follow(pointerOfReference(reference), name)
      : { name, value, pointer };
  };
  const below = (pointer: string, names: readonly (string | number)[]): Placed[] =>
    names.map((name) => follow(appendPointer(pointer, name), String(name)));
  return {
    document,
    parameters: new Map(),
    at: (pointer) => follow(pointer).value,
    follow,
    members: (pointer) => {
      const value = valueAt(document, pointer);
      return isObject(value) ? below(pointer, Object.keys(value)) : [];
    },
    items: (pointer) => {
      const value = valueAt(document, pointer);
      return Array.isArray(value) ? below(pointer, [...value.keys()]) : [];
    },
  };
}

/** These members of an object, as texts. */
function texts<Name extends string>(value: JsonObject, ...names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, text(value, name)])) as Record<Name, string>;
}

function text(value: JsonObject, name: string): string {
  const found = value[name];
  return typeof found === "string" ? found : "";
}

const methods = ["get", "post", "put", "patch", "delete"];

/** The JSON Pointers of the operations of a document, in its order. */
export function operationPointers(document: JsonObject): string[] {
  const paths = document["paths"];
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.keys(isObject(item) ? item : {})
      .filter((name) => methods.includes(name))
      .map((method) => appendPointer("/paths", path, method)),
  );
}

type OperationParts = Omit<Operation, "scenarios" | "defaultScenario">;

function readOperation(reader: Reader, pointer: string, schemes: readonly SecurityScheme[]): OperationParts {
  const value = reader.at(pointer);
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const parameters = readParameters(reader, parent, pointer);
  const tags = value["tags"];
  const [, path = "", method = ""] = parsePointer(pointer);
  return {
    ...texts(value, "operationId", "summary", "description"),
    method: method.toUpperCase() as Operation["method"],
    path,
    deprecated: value["deprecated"] === true,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    servers: readServers(reader, [pointer, parent, ""]),
    parameters,
    requestBody:
      value["requestBody"] === undefined ? undefined : readRequestBody(reader, `${pointer}/requestBody`),
    responses: reader
      .members(`${pointer}/responses`)
      .map((response) => readResponse(reader, response))
      .sort((one, other) => one.status - other.status),
    security: readSecurity(value["security"] ?? reader.document["security"], schemes),
    includes: parameters.flatMap((parameter) => readIncludes(reader, parameter)),
    pointer,
  };
}

function readServers(reader: Reader, holders: readonly string[]): Server[] {
  const own = holders
    .map((holder) => reader.items(`${holder}/servers`))
    .find((servers) => servers.length > 0);
  if (own === undefined) return [{ url: "/", defaultUrl: "", description: "", variables: [] }];
  return own.map(({ value, pointer }) => {
    const variables = reader.members(`${pointer}/variables`).map((variable) => {
      const listed = variable.value["enum"];
      return {
        name: variable.name,
        default: text(variable.value, "default"),
        enum: Array.isArray(listed) ? listed.map(String) : [],
        description: text(variable.value, "description"),
      };
    });
    const url = text(value, "url");
    const filled = variables.reduce(
      (all, variable) => all.replaceAll(`{${variable.name}}`, () => variable.default),
      url,
    );
    return {
      url,
      defaultUrl: filled.replace(/\/+$/, ""),
      description: text(value, "description"),
      variables,
    };
  });
}

function readParameters(reader: Reader, path: string, operation: string): Parameter[] {
  const shared = reader.items(`${path}/parameters`).map((placed) => readParameter(reader, placed));
  const own = reader.items(`${operation}/parameters`).map((placed) => readParameter(reader, placed));
  return [...shared.filter(({ key }) => !own.some((other) => other.key === key)), ...own];
}

function readParameter(reader: Reader, placed: Placed, header?: string): Parameter {
  const known = reader.parameters.get(placed.pointer);
  if (known !== undefined) return known;
  const read = parameterOf(reader, placed, header);
  reader.parameters.set(placed.pointer, read);
  return read;
}

/** A parameter; a header of a response has neither `name` nor `in`, so they are given. */
function parameterOf(reader: Reader, { value, pointer }: Placed, header: string | undefined): Parameter {
  const name = header ?? text(value, "name");
  const place = header === undefined ? (text(value, "in") as Parameter["in"]) : "header";
  const schema = placeAt(reader.document, `${pointer}/schema`);
  const explode = value["explode"];
  const examples = reader.members(`${pointer}/examples`);
  return {
    ...schema,
    key: `${place} ${place === "header" ? name.toLowerCase() : name}`,
    name,
    in: place,
    required: value["required"] === true,
    deprecated: value["deprecated"] === true,
    description: text(value, "description"),
    isList: typesOf(reader.document, [schema]).join() === "array",
    explode: typeof explode === "boolean" ? explode : place === "query",
    examples: new Map(examples.map((example) => [example.name, example.value["value"] ?? null])),
    parameterPointer: pointer,
  };
}

function readRequestBody(reader: Reader, at: string): RequestBody {
  const { value, pointer } = reader.follow(at);
  return {
    required: value["required"] === true,
    description: text(value, "description"),
    content: readContent(reader, pointer),
    pointer,
  };
}

function readResponse(reader: Reader, { name, value, pointer }: Placed): Response {
  return {
    status: Number(name),
    description: text(value, "description"),
    headers: reader.members(`${pointer}/headers`).map((header) => readParameter(reader, header, header.name)),
    content: readContent(reader, pointer),
    pointer,
  };
}

function readContent(reader: Reader, holder: string): MediaType[] {
  return reader.members(`${holder}/content`).map(({ name, pointer }) => ({
    ...placeAt(reader.document, `${pointer}/schema`),
    mediaType: name,
    examples: reader.members(`${pointer}/examples`).map(readExample),
  }));
}

function readExample({ name, value, pointer }: Placed): Example {
  return { name, ...texts(value, "summary", "description"), value: value["value"] ?? null, pointer };
}

function readSecurityScheme({ name, value, pointer }: Placed): SecurityScheme {
  const type = text(value, "type") === "apiKey" ? "apiKey" : "bearer";
  return {
    name,
    type,
    header: type === "apiKey" ? text(value, "name") : "Authorization",
    ...texts(value, "description", "bearerFormat"),
    pointer,
  };
}

function readSecurity(
  value: JsonValue | undefined,
  schemes: readonly SecurityScheme[],
): SecurityAlternative[] {
  return (Array.isArray(value) ? value : []).map((way: JsonValue) =>
    Object.keys(isObject(way) ? way : {}).flatMap(
      (name) => schemes.find((scheme) => scheme.name === name) ?? [],
    ),
  );
}

function readIncludes(reader: Reader, parameter: Parameter): Include[] {
  const pointer = `${parameter.parameterPointer}/x-includes`;
  const adds = valueAt(reader.document, pointer);
  return Object.entries(isObject(adds) ? adds : {}).map(([value, target]) => ({
    parameter,
    value,
    adds: String(target),
    pointer: appendPointer(pointer, value),
  }));
}
