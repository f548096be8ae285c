import { isBodiless, isJson, isSuccess } from "../http.ts";
import { appendPointer, type JsonValue, once, pointerOfReference, valueAt } from "../json.ts";
import type {
  Contract,
  Example,
  Include,
  Operation,
  Parameter,
  RequestBody,
  Response,
  SecurityScheme,
  Server,
  ServerVariable,
} from "../model.ts";
import type { Objects, OpenApi } from "../profile/profile.ts";
import type { ReferenceObject } from "../profile/references.ts";
import type { Direction } from "../schema/direction.ts";
import type { Shape } from "../schema/shape.ts";
import { explodedMembers, formsOf } from "../wire/forms.ts";
import { locationKey, locations } from "../wire/locations.ts";

// Reads the operations of a document that conforms to the profile, so its structure is known.

/** An operation before its scenarios are read. */
export type OperationParts = Omit<Operation, "scenarios" | "defaultScenario">;

const methods = ["get", "post", "put", "patch", "delete"] as const;

interface OperationReader {
  readonly document: OpenApi;
  readonly shape: Contract["shape"];
  readonly securitySchemes: readonly SecurityScheme[];
}

/**
 * The operations of a document, in its order.
 *
 * @param shape - Gives the shape of the schema at a JSON Pointer.
 */
export function readOperations(
  document: OpenApi,
  securitySchemes: readonly SecurityScheme[],
  shape: Contract["shape"],
): OperationParts[] {
  const reader: OperationReader = { document, shape, securitySchemes };
  return readParts(reader, document.paths, "/paths").flatMap((path) =>
    Object.keys(path.value).flatMap((name) => {
      const method = methods.find((each) => each === name);
      const value = method && path.value[method];
      const pointer = appendPointer(path.pointer, name);
      return value === undefined ? [] : [readOperation(reader, path, { name, value, pointer })];
    }),
  );
}

/** A part of the document, and its place. */
interface DocumentPart<T> {
  /** The last name of its pointer, before a `$ref` was followed. */
  readonly name: string;
  readonly value: T;
  readonly pointer: string;
}

/** The members of an object or a list; for a `$ref`, its target with what stands beside it. */
function readParts<T extends object>(
  { document }: OperationReader,
  members:
    | Readonly<Record<string, T | ReferenceObject>>
    | readonly (T | ReferenceObject)[]
    | undefined,
  holder: string,
): DocumentPart<T>[] {
  return Object.entries<T | ReferenceObject>({ ...members }).map(([name, value]) => {
    if (!("$ref" in value)) return { name, value, pointer: appendPointer(holder, name) };
    const { $ref: reference, ...beside } = value;
    const pointer = pointerOfReference(reference);
    // In the profile, a reference leads to a component of the same kind.
    const target = valueAt(document, pointer) as JsonValue as T;
    return { name, value: { ...target, ...beside }, pointer };
  });
}

function readOperation(
  reader: OperationReader,
  path: DocumentPart<Objects["path"]>,
  { name: method, pointer, value }: DocumentPart<Objects["operation"]>,
): OperationParts {
  const { document } = reader;
  const { deprecated = false, operationId = "", requestBody, tags = [] } = value;
  const { description = "", summary = "" } = { ...path.value, ...value };
  const [inherited = [], declared = []] = [path, { value, pointer }].map((holder) =>
    readParts(reader, holder.value.parameters, `${holder.pointer}/parameters`).map((parameter) =>
      readParameter(reader, parameter, "request"),
    ),
  );
  const declaredKeys = declared.map(({ key }) => key);
  const kept = inherited.filter(({ key }) => !declaredKeys.includes(key));
  const parameters = [...kept, ...declared];
  const [body] = readParts(reader, requestBody && { requestBody }, pointer);
  const responses = readParts(reader, value.responses, `${pointer}/responses`).map((response) =>
    readResponse(reader, response, Object.keys(value.responses)),
  );
  const [servers = []] = [value, path.value, document, { servers: [{ url: "/" }] }].flatMap(
    ({ servers: written = [] }) => (written.length > 0 ? [written.map(readServer)] : []),
  );
  return {
    operationId,
    summary,
    description,
    method: method.toUpperCase() as Operation["method"],
    path: path.name,
    deprecated,
    tags,
    servers,
    parameters,
    requestBody: body && readRequestBody(reader, body),
    responses: responses.sort((a, b) => a.status - b.status),
    ...readSecurity(reader, value.security ?? document.security ?? []),
    includes: parameters.flatMap((parameter) => readIncludes(document, parameter)),
    pointer,
  };
}

function readServer({ description = "", url, variables = {} }: Objects["server"]): Server {
  const named = Object.entries(variables).map(([name, variable]) => ({
    name,
    default: variable.default,
    description: variable.description ?? "",
    enum: variable.enum ?? [],
  }));
  const urls = urlsOf(url, named).map((each) => each.replace(/\/+$/, ""));
  const [defaultUrl = url, ...others] = urls;
  const further = others.map(basePathOf).filter((path) => path !== basePathOf(defaultUrl));
  const basePaths = [basePathOf(defaultUrl), ...new Set(further)] as const;
  return { url, description, defaultUrl, urls, basePaths, variables: named };
}

/** Variables may have many values, and each URL stands in the router. */
const mostUrls = 20;

/** The URLs that a template stands for: with the default of each variable first. */
function urlsOf(template: string, variables: readonly ServerVariable[]): string[] {
  return variables.reduce(
    (urls, { default: first, enum: values, name }) => {
      const texts = [...new Set([first, ...values])];
      const all = texts.flatMap((text) =>
        urls.map((url) => url.replaceAll(`{${name}}`, () => text)),
      );
      return all.slice(0, mostUrls);
    },
    [template],
  );
}

/** The path of a URL, which may be relative (to the root). */
function basePathOf(url: string): string {
  const root = "http://localhost";
  const path = URL.canParse(url, root) ? new URL(url, root).pathname : url;
  return path.replace(/\/+$/, "");
}

/** Reads a parameter, or a header of a response, which has neither `name` nor `in`. */
function readParameter(
  reader: OperationReader,
  part: DocumentPart<Objects["parameter"] | Objects["header"]>,
  direction: Direction,
): Parameter {
  const { pointer, value } = part;
  const { deprecated = false, description = "", required = false } = value;
  const { name, in: place } = "in" in value ? value : { ...part, in: "header" as const };
  const shape = reader.shape(`${pointer}/schema`, direction);
  const { style = locations[place].styles[0] } = value;
  const format = { name, in: place, style, explode: value.explode ?? /^(form|deep)/.test(style) };
  const forms = formsOf(shape);
  return {
    ...format,
    shape,
    key: locationKey(place, name),
    required,
    deprecated,
    description,
    default: shape.keyword("default"),
    forms,
    isList: forms.join() === "list",
    members: explodedMembers(format, shape),
    examples: readExamples(reader, value, pointer, shape),
    identifies: "x-identifies" in value ? value["x-identifies"] : undefined,
    pointer,
  };
}

function readRequestBody(
  reader: OperationReader,
  { pointer, value }: DocumentPart<Objects["request body"]>,
): RequestBody {
  const { description = "", required = false } = value;
  return { required, description, ...readContent(reader, value, pointer, "request"), pointer };
}

function readResponse(
  reader: OperationReader,
  { name: code, pointer, value }: DocumentPart<Objects["response"]>,
  codes: readonly string[],
): Response {
  const status = statusFor(code, codes);
  const hasBody = !isBodiless(status);
  const { content = {} } = value;
  const headers = readParts(reader, value.headers, `${pointer}/headers`);
  return {
    code,
    status,
    isSuccess: isSuccess(status),
    description: value.description,
    headers: headers.map((header) => readParameter(reader, header, "response")),
    ...readContent(reader, { content: hasBody ? content : {} }, pointer, "response"),
    pointer,
  };
}

/** The statuses that represent ranges, the usual ones first. */
const usual: Readonly<Record<string, readonly number[]>> = {
  "2XX": [200, 201, 202, 204],
  "3XX": [303, 302, 307, 304],
  "4XX": [400, 404, 409, 422, 429],
  "5XX": [500, 502, 503, 504],
  default: [500, 400, 503],
};

/**
 * The status that represents a documented one: itself, or for a range its lowest usual status that
 * is not documented separately. A `default` of an operation without a 2xx represents its 200.
 *
 * @param code - As the contract spells it: `404`, `4XX` or `default`.
 * @param codes - All that its operation documents.
 */
function statusFor(code: string, codes: readonly string[]): number {
  const hasSuccess = codes.some((each) => each === "2XX" || isSuccess(Number(each)));
  if (code === "default" && !hasSuccess) return 200;
  const candidates = usual[code] ?? [Number(code)];
  return candidates.find((status) => !codes.includes(String(status))) ?? candidates[0] ?? 500;
}

function readContent(
  reader: OperationReader,
  { content }: Pick<Objects["request body"], "content">,
  holder: string,
  direction: Direction,
): Pick<RequestBody, "content" | "undescribed"> {
  const all = readParts(reader, content, `${holder}/content`).map(
    ({ name: mediaType, pointer, value }) => {
      const shape = reader.shape(`${pointer}/schema`, direction);
      return { shape, pointer, mediaType, examples: readExamples(reader, value, pointer, shape) };
    },
  );
  return {
    content: all.filter(({ mediaType }) => isJson(mediaType)),
    undescribed: all.filter(({ mediaType }) => !isJson(mediaType)),
  };
}

function readExamples(
  reader: OperationReader,
  { examples }: Pick<Objects["media type"], "examples">,
  holder: string,
  shape: Shape,
): Example[] {
  return readParts(reader, examples, `${holder}/examples`).map(({ name, pointer, value: part }) => {
    const { description = "", summary = "", value } = part;
    const violations = once(() => shape.violations(value));
    return {
      name,
      summary,
      description,
      value,
      pointer,
      get violations() {
        return violations();
      },
    };
  });
}

function readSecurity(
  { securitySchemes }: OperationReader,
  requirements: NonNullable<OpenApi["security"]>,
): Pick<Operation, "scopes" | "security"> {
  const security = requirements.map((requirement) =>
    Object.keys(requirement).flatMap(
      (name) => securitySchemes.find((scheme) => scheme.name === name) ?? [],
    ),
  );
  return { security, scopes: requirements.map((requirement) => Object.values(requirement).flat()) };
}

function readIncludes(document: OpenApi, parameter: Parameter): Include[] {
  const holder = `${parameter.pointer}/x-includes`;
  return Object.entries(valueAt(document, holder) ?? {}).map(([value, adds]) => ({
    parameter,
    value,
    adds: String(adds),
    pointer: appendPointer(holder, value),
  }));
}
