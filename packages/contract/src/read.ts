import { appendPointer, isObject, type JsonObject, pointerOfReference, valueAt } from "./json.ts";
import { judgeRequest } from "./judge.ts";
import type {
  Contract,
  Include,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
  SourceLocation,
} from "./model.ts";
import { contradictions, endlessSchemas } from "./profile/consistency.ts";
import { ContractError } from "./profile/contract-error.ts";
import type { Finding } from "./profile/kind.ts";
import type {
  OpenApi,
  OpenApiContent,
  OpenApiExample,
  OpenApiHeader,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPath,
  OpenApiRequestBody,
  OpenApiResponse,
  OpenApiSecurity,
  OpenApiSecurityScheme,
  OpenApiServer,
} from "./profile/profile.ts";
import { readDocument } from "./profile/read-document.ts";
import type { Reference } from "./profile/references.ts";
import { isSuccess, statusFor } from "./responses.ts";
import { createRouter } from "./route.ts";
import { defaultOf, readScenarios } from "./scenarios/scenarios.ts";
import { createShapes, type Shape } from "./shape.ts";
import { createValidator } from "./validator.ts";

/** The origin of a document. */
export interface Origin {
  readonly file: string;
  /** The place in the file of a JSON Pointer of the original document. */
  locate(pointer: string): SourceLocation;
  /** Why a regular expression is too slow. `undefined`: it is not. */
  slowness?(pattern: string): string | undefined;
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
export function readContract(written: JsonObject, origin: Origin = nowhere): Contract {
  const read = readDocument(written, origin.slowness ?? (() => undefined));
  const { document } = read;
  const locate = (pointer: string): SourceLocation => origin.locate(read.writtenAt(pointer));
  assertNone(read.findings, origin.locate);
  assertNone(endlessSchemas(document), locate);
  const securitySchemes = members(document.components?.securitySchemes, schemesPointer).map(
    readSecurityScheme,
  );
  const shape = createShapes(document, createValidator(document));
  const reader: Reader = { document, shape, securitySchemes, parameters: new Map() };
  const parts = members(document.paths, "/paths").flatMap((path) =>
    Object.keys(path.value).flatMap((name) => {
      const method = methods.find((each) => each === name);
      return (method && readOperation(reader, path, method)) ?? [];
    }),
  );
  assertNone(contradictions(document, parts), locate);
  const scenarios = readScenarios(parts);
  const operations = parts.map((operation, index): Operation => {
    const own = scenarios[index] ?? [];
    return { ...operation, scenarios: own, defaultScenario: defaultOf(own) };
  });
  const { title, version, summary = "", description = "" } = document.info;
  const contract: Contract = {
    file: origin.file,
    document,
    written,
    info: { title, version, summary, description },
    tags: (document.tags ?? []).map(({ description = "", name }) => ({ name, description })),
    operations,
    securitySchemes,
    gaps: (document["x-gaps"] ?? []).map((gap, index) => {
      const { until_known: untilKnown, operations: about = [], id, section, unknown } = gap;
      const pointer = appendPointer("/x-gaps", index);
      return { id, section, unknown, untilKnown, operations: about, pointer };
    }),
    locate,
    route: createRouter(operations),
    judge: (request) => judgeRequest(contract, request),
    shape,
  };
  return contract;
}

/** @throws {ContractError} There are findings. They come in the order of their lines. */
function assertNone(findings: readonly Finding[], locate: Origin["locate"]): void {
  if (findings.length === 0) return;
  const problems = findings.map(({ kind, message, pointer }) => ({
    message,
    location: locate(pointer),
    ...(kind !== undefined && { kind }),
  }));
  throw new ContractError(
    problems.sort(({ location: a }, { location: b }) => a.line - b.line || a.column - b.column),
  );
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

// The functions below read a document that conforms to the profile, so its structure is known.

interface Reader {
  readonly document: OpenApi;
  readonly shape: (pointer: string) => Shape;
  readonly securitySchemes: readonly SecurityScheme[];
  /** The parameters that were read, by pointer and name, because operations share them. */
  readonly parameters: Map<string, Parameter>;
}

/** A part of the document, and its place. */
interface Part<T> {
  /** The last name or index of its pointer, before a `$ref` was followed. */
  readonly name: string;
  readonly value: T;
  readonly pointer: string;
}

/** The members of an object. */
function members<T>(object: Readonly<Record<string, T>> | undefined, pointer: string): Part<T>[] {
  return Object.entries(object ?? {}).map(([name, value]) => ({
    name,
    value,
    pointer: appendPointer(pointer, name),
  }));
}

/** The target of a `$ref`, with its siblings; a part without one is returned unchanged. */
function follow<T extends JsonObject>(document: OpenApi, part: Part<T | Reference>): Part<T> {
  const { name, value } = part;
  const { $ref: reference, ...beside } = value as JsonObject;
  if (typeof reference !== "string") return part as Part<T>;
  const pointer = pointerOfReference(reference);
  // In the profile, a reference leads to a component of its own kind.
  return { name, value: { ...(valueAt(document, pointer) as T), ...beside }, pointer };
}

function readOperation(
  reader: Reader,
  path: Part<OpenApiPath>,
  method: (typeof methods)[number],
): Omit<Operation, "scenarios" | "defaultScenario"> | undefined {
  const { document } = reader;
  const value = path.value[method];
  if (value === undefined) return undefined;
  const pointer = appendPointer(path.pointer, method);
  const parameters = readParameters(reader, path, { name: method, value, pointer });
  const responses = members(value.responses, `${pointer}/responses`).map((response) =>
    readResponse(reader, follow(document, response), Object.keys(value.responses)),
  );
  return {
    operationId: value.operationId ?? "",
    summary: value.summary ?? path.value.summary ?? "",
    description: value.description ?? path.value.description ?? "",
    method: method.toUpperCase() as Operation["method"],
    path: path.name,
    deprecated: value.deprecated === true,
    tags: value.tags ?? [],
    servers: readServers(
      [value, path.value, document].map(({ servers = [] }) => servers).find(isFilled) ?? [],
    ),
    parameters,
    requestBody: readRequestBody(reader, value, pointer),
    responses: responses.sort((one, other) => one.status - other.status),
    ...readSecurity(value.security ?? document.security ?? [], reader.securitySchemes),
    includes: parameters.flatMap((parameter) => readIncludes(document, parameter)),
    pointer,
  };
}

function isFilled(items: readonly unknown[]): boolean {
  return items.length > 0;
}

function readServers(servers: readonly OpenApiServer[]): Server[] {
  if (servers.length === 0) return [{ url: "/", defaultUrl: "", description: "", variables: [] }];
  return servers.map(({ description = "", url, variables: stated = {} }) => {
    const variables = Object.entries(stated).map(([name, variable]) => ({
      name,
      default: variable.default,
      description: variable.description ?? "",
      enum: variable.enum ?? [],
    }));
    const filled = variables.reduce(
      (all, { default: text, name }) => all.replaceAll(`{${name}}`, () => text),
      url,
    );
    return { url, description, defaultUrl: filled.replace(/\/+$/, ""), variables };
  });
}

function readParameters(
  reader: Reader,
  path: Part<OpenApiPath>,
  operation: Part<OpenApiOperation>,
): Parameter[] {
  const [shared = [], own = []] = [path, operation].map(({ pointer, value }) =>
    members(Object.fromEntries((value.parameters ?? []).entries()), `${pointer}/parameters`).map(
      (part) => {
        const found = follow<OpenApiParameter>(reader.document, part);
        return readParameter(reader, found, found.value.name, found.value.in);
      },
    ),
  );
  return [...shared.filter(({ key }) => !own.some((other) => other.key === key)), ...own];
}

/** Reads a parameter, or a header of a response, which has neither `name` nor `in`. */
function readParameter(
  { document, parameters, shape: shapeAt }: Reader,
  { pointer, value }: Part<OpenApiParameter | OpenApiHeader>,
  name: string,
  place: Parameter["in"],
): Parameter {
  const id = `${pointer} ${name} ${value.description ?? ""}`;
  const known = parameters.get(id);
  if (known !== undefined) return known;
  const shape = shapeAt(`${pointer}/schema`);
  const read: Parameter = {
    shape,
    key: `${place} ${place === "header" ? name.toLowerCase() : name}`,
    name,
    in: place,
    required: value.required === true,
    deprecated: value.deprecated === true,
    description: value.description ?? "",
    isList: shape.types.join() === "array",
    explode: value.explode ?? place === "query",
    examples: new Map(
      members(value.examples, "").map((each) => {
        const { value: example } = follow<OpenApiExample>(document, each);
        return [each.name, example.value];
      }),
    ),
    identifies: "x-identifies" in value ? value["x-identifies"] : undefined,
    pointer,
  };
  parameters.set(id, read);
  return read;
}

function readRequestBody(
  reader: Reader,
  operation: OpenApiOperation,
  at: string,
): RequestBody | undefined {
  if (operation.requestBody === undefined) return undefined;
  const part = { name: "", value: operation.requestBody, pointer: `${at}/requestBody` };
  const { pointer, value } = follow<OpenApiRequestBody>(reader.document, part);
  const { content, description = "", required = false } = value;
  return { required, description, content: readContent(reader, content, pointer), pointer };
}

function readResponse(
  reader: Reader,
  { name: code, pointer, value }: Part<OpenApiResponse>,
  codes: readonly string[],
): Response {
  const headers = members(value.headers, `${pointer}/headers`);
  return {
    code,
    status: statusFor(code, codes),
    isSuccess: isSuccess(statusFor(code, codes)),
    description: value.description,
    headers: headers.map((header) =>
      readParameter(reader, follow<OpenApiHeader>(reader.document, header), header.name, "header"),
    ),
    content: readContent(reader, value.content, pointer),
    pointer,
  };
}

function readContent(
  { document, shape }: Reader,
  content: OpenApiContent | undefined,
  holder: string,
): MediaType[] {
  return members(content, `${holder}/content`).map(({ name: mediaType, pointer: at, value }) => ({
    shape: shape(`${at}/schema`),
    pointer: at,
    mediaType,
    examples: members(value.examples, `${at}/examples`).map((each) => {
      const { pointer, value: example } = follow<OpenApiExample>(document, each);
      const { description = "", summary = "" } = example;
      return { name: each.name, summary, description, value: example.value, pointer };
    }),
  }));
}

const schemesPointer = "/components/securitySchemes";

function readSecurityScheme({ name, pointer, value }: Part<OpenApiSecurityScheme>): SecurityScheme {
  const said = { name, description: value.description ?? "", pointer };
  if (value.type === "apiKey")
    return { ...said, type: value.type, header: value.name, bearerFormat: "" };
  const type = value.scheme.toLowerCase() === "basic" ? "basic" : "bearer";
  return { ...said, type, header: "Authorization", bearerFormat: value.bearerFormat ?? "" };
}

function readSecurity(
  requirements: readonly OpenApiSecurity[],
  schemes: readonly SecurityScheme[],
): Pick<Operation, "scopes" | "security"> {
  const security = requirements.map(
    (requirement): SecurityRequirement =>
      Object.keys(requirement).flatMap(
        (name) => schemes.find((scheme) => scheme.name === name) ?? [],
      ),
  );
  return { security, scopes: requirements.map((requirement) => Object.values(requirement).flat()) };
}

function readIncludes(document: OpenApi, parameter: Parameter): Include[] {
  const holder = `${parameter.pointer}/x-includes`;
  const adds = valueAt(document, holder);
  return Object.entries(isObject(adds) ? adds : {}).map(([value, target]) => {
    const pointer = appendPointer(holder, value);
    return { parameter, value, adds: String(target), pointer };
  });
}
