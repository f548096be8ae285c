import { isSuccess, statusFor } from "./http.ts";
import { appendPointer, isObject, type JsonObject, pointerOfReference, valueAt } from "./json.ts";
import type {
  Include,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
} from "./model.ts";
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
  OpenApiServer,
} from "./profile/profile.ts";
import type { Reference } from "./profile/references.ts";
import type { Shape } from "./shape.ts";

// Reads the operations of a document that conforms to the profile, so its structure is known.

/** An operation before its scenarios are read. */
export type OperationParts = Omit<Operation, "scenarios" | "defaultScenario">;

const methods = ["get", "post", "put", "patch", "delete"] as const;

interface Reader {
  readonly document: OpenApi;
  readonly shape: (pointer: string) => Shape;
  readonly securitySchemes: readonly SecurityScheme[];
  /** The parameters that were read, by pointer and name, because operations share them. */
  readonly parameters: Map<string, Parameter>;
}

/**
 * The operations of a document, in its order.
 *
 * @param shape - Gives the shape of the schema at a JSON Pointer.
 */
export function readOperations(
  document: OpenApi,
  securitySchemes: readonly SecurityScheme[],
  shape: Reader["shape"],
): OperationParts[] {
  const reader: Reader = { document, shape, securitySchemes, parameters: new Map() };
  return members(document.paths, "/paths").flatMap((path) =>
    Object.keys(path.value).flatMap((name) => {
      const method = methods.find((each) => each === name);
      return (method && readOperation(reader, path, method)) ?? [];
    }),
  );
}

/** A part of the document, and its place. */
interface Part<T> {
  /** The last name of its pointer, before a `$ref` was followed. */
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
): OperationParts | undefined {
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
      [value, path.value, document]
        .map(({ servers = [] }) => servers)
        .find(({ length }) => length > 0) ?? [],
    ),
    parameters,
    requestBody: readRequestBody(reader, value, pointer),
    responses: responses.sort((one, other) => one.status - other.status),
    ...readSecurity(value.security ?? document.security ?? [], reader.securitySchemes),
    includes: parameters.flatMap((parameter) => readIncludes(document, parameter)),
    pointer,
  };
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
    (value.parameters ?? []).map((each, index) => {
      const part = { name: "", value: each, pointer: `${pointer}/parameters/${index}` };
      const found = follow<OpenApiParameter>(reader.document, part);
      return readParameter(reader, found, found.value.name, found.value.in);
    }),
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
