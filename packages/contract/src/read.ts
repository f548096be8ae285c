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
import { contradictions, endlessSchemas } from "./profile/consistency.ts";
import { ContractError } from "./profile/contract-error.ts";
import { type Finding, outsideOfProfile } from "./profile/structure.ts";
import { createRouter } from "./route.ts";
import { defaultOf, readScenarios } from "./scenarios/scenarios.ts";
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
 * @throws {ContractError} It leaves the profile, or contradicts itself: every problem with its
 * place.
 */
export function readContract(document: JsonObject, origin: Origin = nowhere): Contract {
  assertNone(outsideOfProfile(document), origin);
  assertNone(endlessSchemas(document), origin);
  const securitySchemes = childrenOf(document, "/components/securitySchemes").map(
    readSecurityScheme,
  );
  const reader: Reader = { document, securitySchemes, parameters: new Map() };
  const parts = childrenOf(document, "/paths").flatMap(({ value, pointer }) =>
    Object.keys(value)
      .filter((name) => methods.includes(name))
      .map((method) => readOperation(reader, appendPointer(pointer, method))),
  );
  assertNone(contradictions(document, parts), origin);
  const scenarios = readScenarios(parts);
  const operations = parts.map((operation, index): Operation => {
    const own = scenarios[index] ?? [];
    return { ...operation, scenarios: own, defaultScenario: defaultOf(own) };
  });
  return {
    file: origin.file,
    document,
    info: texts(follow(document, "/info").value, "title", "version", "summary", "description"),
    tags: childrenOf(document, "/tags").map(({ value }) => texts(value, "name", "description")),
    operations,
    securitySchemes,
    gaps: childrenOf(document, "/x-gaps").map(({ value, pointer }) => {
      const { until_known: untilKnown, ...said } = texts(
        value,
        "id",
        "section",
        "unknown",
        "until_known",
      );
      return { ...said, untilKnown, operations: textsIn(value["operations"]), pointer };
    }),
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
    problems.sort(({ location: a }, { location: b }) => a.line - b.line || a.column - b.column),
  );
}

// What follows reads a document that keeps to the profile, so that nothing in it is of an
// unexpected form.

interface Reader {
  readonly document: JsonObject;
  readonly securitySchemes: readonly SecurityScheme[];
  /** Those that were read, by pointer and name: operations share them. */
  readonly parameters: Map<string, Parameter>;
}

/** An object of the document in its place. */
interface Placed {
  /** The last name or index of its pointer, before a `$ref` was followed. */
  readonly name: string;
  readonly value: JsonObject;
  readonly pointer: string;
}

/** The object at a pointer, or that which its `$ref` names; an empty one if there is none. */
function follow(document: JsonObject, pointer: string, name = ""): Placed {
  const found = valueAt(document, pointer);
  const value = isObject(found) ? found : {};
  const { $ref: target } = value;
  return typeof target === "string"
    ? follow(document, pointerOfReference(target), name)
    : { name, value, pointer };
}

/** The members of an object or the items of a list. */
function childrenOf(document: JsonObject, pointer: string): Placed[] {
  const names = Object.keys(valueAt(document, pointer) ?? {});
  return names.map((name) => follow(document, appendPointer(pointer, name), name));
}

/** These members of an object as texts; the empty string: it is not there. */
function texts<Name extends string>(
  value: JsonObject,
  ...names: readonly Name[]
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, String(value[name] ?? "")])) as Record<
    Name,
    string
  >;
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

const methods = ["get", "post", "put", "patch", "delete"];

function readOperation(
  reader: Reader,
  pointer: string,
): Omit<Operation, "scenarios" | "defaultScenario"> {
  const { document } = reader;
  const { value } = follow(document, pointer);
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const [, path = "", method = ""] = parsePointer(pointer);
  const parameters = readParameters(reader, parent, pointer);
  const responses = childrenOf(document, `${pointer}/responses`).map((response) =>
    readResponse(reader, response),
  );
  return {
    ...texts(value, "operationId", "summary", "description"),
    method: method.toUpperCase() as Operation["method"],
    path,
    deprecated: value["deprecated"] === true,
    tags: textsIn(value["tags"]),
    servers: readServers(document, [pointer, parent, ""]),
    parameters,
    requestBody:
      value["requestBody"] === undefined ? undefined : readRequestBody(document, pointer),
    responses: responses.sort((one, other) => one.status - other.status),
    security: readSecurity(value["security"] ?? document["security"], reader.securitySchemes),
    includes: parameters.flatMap((parameter) => readIncludes(document, parameter)),
    pointer,
  };
}

function readServers(document: JsonObject, holders: readonly string[]): Server[] {
  const own = holders
    .map((holder) => childrenOf(document, `${holder}/servers`))
    .find(({ length }) => length > 0);
  if (own === undefined) return [{ url: "/", defaultUrl: "", description: "", variables: [] }];
  return own.map(({ value, pointer }) => {
    const said = texts(value, "url", "description");
    const variables = childrenOf(document, `${pointer}/variables`).map((variable) => ({
      name: variable.name,
      ...texts(variable.value, "default", "description"),
      enum: textsIn(variable.value["enum"]),
    }));
    const url = variables.reduce(
      (all, { default: text, name }) => all.replaceAll(`{${name}}`, () => text),
      said.url,
    );
    return { ...said, defaultUrl: url.replace(/\/+$/, ""), variables };
  });
}

function readParameters(reader: Reader, path: string, operation: string): Parameter[] {
  const [shared = [], own = []] = [path, operation].map((holder) =>
    childrenOf(reader.document, `${holder}/parameters`).map((placed) =>
      readParameter(reader, placed),
    ),
  );
  return [...shared.filter(({ key }) => !own.some((other) => other.key === key)), ...own];
}

/** Reads a parameter, or a header of a response, which has neither `name` nor `in`. */
function readParameter(
  { document, parameters }: Reader,
  placed: Placed,
  header?: string,
): Parameter {
  const { value, pointer } = placed;
  const id = `${pointer} ${header ?? ""}`;
  const known = parameters.get(id);
  if (known !== undefined) return known;
  const {
    name,
    in: place,
    description,
  } = texts({ name: header, in: "header", ...value }, "name", "in", "description");
  const schema = placeAt(document, `${pointer}/schema`);
  const examples = childrenOf(document, `${pointer}/examples`);
  const read: Parameter = {
    ...schema,
    key: `${place} ${place === "header" ? name.toLowerCase() : name}`,
    name,
    in: place as Parameter["in"],
    required: value["required"] === true,
    deprecated: value["deprecated"] === true,
    description,
    isList: typesOf(document, [schema]).join() === "array",
    explode: (value["explode"] ?? place === "query") === true,
    examples: new Map(examples.map((example) => [example.name, example.value["value"] ?? null])),
    parameterPointer: pointer,
  };
  parameters.set(id, read);
  return read;
}

function readRequestBody(document: JsonObject, operation: string): RequestBody {
  const { value, pointer } = follow(document, `${operation}/requestBody`);
  const required = value["required"] === true;
  return {
    required,
    ...texts(value, "description"),
    content: readContent(document, pointer),
    pointer,
  };
}

function readResponse(reader: Reader, { name, value, pointer }: Placed): Response {
  const headers = childrenOf(reader.document, `${pointer}/headers`);
  return {
    status: Number(name),
    ...texts(value, "description"),
    headers: headers.map((header) => readParameter(reader, header, header.name)),
    content: readContent(reader.document, pointer),
    pointer,
  };
}

function readContent(document: JsonObject, holder: string): MediaType[] {
  return childrenOf(document, `${holder}/content`).map(({ name: mediaType, pointer: at }) => ({
    ...placeAt(document, `${at}/schema`),
    mediaType,
    examples: childrenOf(document, `${at}/examples`).map(({ name, value, pointer }) => ({
      name,
      ...texts(value, "summary", "description"),
      value: value["value"] ?? null,
      pointer,
    })),
  }));
}

function readSecurityScheme({ name, value, pointer }: Placed): SecurityScheme {
  const type = value["type"] === "apiKey" ? "apiKey" : "bearer";
  const header = type === "apiKey" ? String(value["name"]) : "Authorization";
  return { name, type, header, ...texts(value, "description", "bearerFormat"), pointer };
}

function readSecurity(
  value: JsonValue | undefined,
  schemes: readonly SecurityScheme[],
): SecurityAlternative[] {
  return (Array.isArray(value) ? value : []).map((way: JsonObject) =>
    Object.keys(way).flatMap((name) => schemes.find((scheme) => scheme.name === name) ?? []),
  );
}

function readIncludes(document: JsonObject, parameter: Parameter): Include[] {
  const holder = `${parameter.parameterPointer}/x-includes`;
  const adds = Object.entries(valueAt(document, holder) ?? {});
  return adds.map(([value, target]) => {
    const pointer = appendPointer(holder, value);
    return { parameter, value, adds: String(target), pointer };
  });
}
