import {
  type Contract,
  type HttpResponse,
  isObject,
  type JsonValue,
  judgeResponse,
  type MediaType,
  type Operation,
  type Parameter,
  pruneIncludes,
  type Response,
  serializeParameter,
  withIncludes,
} from "@workflow-api/contract";
import { titled } from "./derive.ts";
import { createDraft } from "./draft.ts";
import { createValues, type Values } from "./values.ts";

/** A response, and whether the contract allows it. */
export interface ResponseCase {
  /** Tells it from all others of its contract: `getVariablesCage 200 with /data/id null, against type`. */
  readonly title: string;
  readonly operation: Operation;
  /** The JSON Pointer of what it follows from. */
  readonly pointer: string;
  /** The values of the parameters of its request, by `Parameter.key`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly response: HttpResponse;
  readonly isValid: boolean;
}

/** A response to be judged. */
interface Try {
  /** The title without the operation and the status. */
  readonly name: string;
  readonly pointer: string;
  readonly values?: ReadonlyMap<string, JsonValue>;
  readonly response: HttpResponse;
}

/** What the responses of one status are made with. */
interface Scene {
  readonly maker: Values;
  readonly operation: Operation;
  readonly documented: Response;
  /** The values of a request that asks for all includes. */
  readonly asking: ReadonlyMap<string, JsonValue>;
  /** The same, asking for none. */
  readonly plain: ReadonlyMap<string, JsonValue>;
  /** The headers that are documented. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Derives responses of each operation and each of its statuses, and whether the contract allows them: with each keyword of
 * body and headers broken and at its edges, with other media types, with and without what is asked for, and with other
 * statuses.
 */
export function deriveResponses(
  contract: Contract,
  options: { readonly seed?: number } = {},
): ResponseCase[] {
  const maker = createValues(contract, options.seed);
  return contract.operations.flatMap((operation) => {
    const { values } = createDraft(contract, operation, maker, undefined);
    const asking = withIncludes(operation, values, operation.includes);
    const plain = withIncludes(operation, values, []);
    const judged = (status: number, tries: readonly Try[]): ResponseCase[] =>
      tries.map(({ name, pointer, response, values: own = asking }) => ({
        title: `${operation.operationId} ${status} ${name}`,
        operation,
        pointer,
        values: own,
        response,
        isValid: judgeResponse(contract, operation, response, own).length === 0,
      }));
    const documented = operation.responses.flatMap((response) => {
      const scene = {
        maker,
        operation,
        documented: response,
        asking,
        plain,
        headers: headersOf(maker, response),
      };
      return judged(response.status, triesOf(scene));
    });
    const undeclared = undeclaredOf(operation, documented.find(({ isValid }) => isValid)?.response);
    return titled([...documented, ...undeclared.flatMap((each) => judged(each.response.status, [each]))]);
  });
}

function headersOf(maker: Values, { headers }: Response): Record<string, string> {
  const written = headers.flatMap((header) => {
    const [example] = header.examples.values();
    const value = example ?? maker.sample([header]);
    return value === undefined
      ? []
      : [[header.name.toLowerCase(), serializeParameter(header, value)] as const];
  });
  return Object.fromEntries(written);
}

function triesOf(scene: Scene): Try[] {
  const { documented, headers } = scene;
  const { content, pointer, status } = documented;
  const [first] = content;
  const plain =
    first === undefined
      ? { status, headers, body: "" }
      : responseOf(scene, first, first.examples[0]?.value ?? scene.maker.sample([first]) ?? null);
  const unwanted = first === undefined ? [{ name: "with a body", body: '{"unknown_member":"text"}' }] : [];
  return [
    { name: "as documented", pointer, response: plain },
    ...unwanted.map(({ name, body }) => ({
      name,
      pointer,
      response: { status, headers: { ...headers, "content-type": "application/json" }, body },
    })),
    ...documented.headers.flatMap((header) => headerTries(scene, header, plain)),
    ...content.flatMap((media) => [...formTries(scene, media), ...bodyTries(scene, media)]),
  ];
}

function responseOf({ documented, headers }: Scene, { mediaType }: MediaType, body: JsonValue): HttpResponse {
  return {
    status: documented.status,
    headers: { ...headers, "content-type": mediaType },
    body: JSON.stringify(body),
  };
}

function headerTries({ maker }: Scene, header: Parameter, plain: HttpResponse): Try[] {
  const name = header.name.toLowerCase();
  const { [name]: _, ...others } = plain.headers;
  const found = [...maker.edges([header]), ...maker.broken([header])];
  return [
    {
      name: `without ${header.name}`,
      pointer: header.parameterPointer,
      response: { ...plain, headers: others },
    },
    ...found.flatMap(({ name: told, pointer, value }) => {
      const text = serializeParameter(header, value);
      // What cannot stand in a header never comes.
      if (!/^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/.test(text)) return [];
      return [
        {
          name: `with ${header.name} ${told}`,
          pointer,
          response: { ...plain, headers: { ...plain.headers, [name]: text } },
        },
      ];
    }),
  ];
}

/** The body in other forms than JSON of its media type. */
function formTries(scene: Scene, media: MediaType): Try[] {
  const right = responseOf(scene, media, media.examples[0]?.value ?? scene.maker.sample([media]) ?? null);
  const pointer = media.pointer.slice(0, media.pointer.lastIndexOf("/"));
  const { "content-type": _, ...untyped } = right.headers;
  const types = [
    `${media.mediaType}; charset=utf-8`,
    "application/json",
    "application/x-unknown+json",
    "text/html",
  ];
  return [
    ...types.map((type) => ({
      name: `with Content-Type ${type}`,
      pointer,
      response: { ...right, headers: { ...right.headers, "content-type": type } },
    })),
    { name: "without Content-Type", pointer, response: { ...right, headers: untyped } },
    { name: "without a body", pointer, response: { ...right, body: "" } },
    { name: "with a body that is no JSON", pointer, response: { ...right, body: "<p>text</p>" } },
  ];
}

function bodyTries(scene: Scene, media: MediaType): Try[] {
  const { asking, maker, operation, plain } = scene;
  const told = (at: string): string => (at === "" ? "with a body" : `with ${at}`);
  const examples = media.examples.map(({ name, pointer, value }) => ({
    name: `with the example ${name}`,
    pointer,
    response: responseOf(scene, media, value),
  }));
  const full = maker.sample([media]);
  if (full === undefined) return examples;
  const isSuccess = scene.documented.status >= 200 && scene.documented.status <= 299;
  const hasIncludes = isSuccess && operation.includes.length > 0;
  const bases = [
    { base: full, values: asking, suffix: "" },
    ...(hasIncludes
      ? [{ base: pruneIncludes(operation, [], full), values: plain, suffix: ", nothing included" }]
      : []),
  ];
  const broken = maker.broken([media], full).map(({ at, name, pointer, value }) => ({
    name: `${told(at)} ${name}`,
    pointer,
    response: responseOf(scene, media, value),
  }));
  const valid = bases.flatMap(({ base, suffix, values }) => [
    {
      name: `with ${isObject(base) ? "all members" : "a plain value"}${suffix}`,
      pointer: media.pointer,
      values,
      response: responseOf(scene, media, base),
    },
    ...maker.edges([media], base).map(({ at, name, pointer, value }) => ({
      name: `${told(at)} ${name}${suffix}`,
      pointer,
      values,
      response: responseOf(scene, media, value),
    })),
  ]);
  return [...examples, ...valid, ...broken, ...(hasIncludes ? includeTries(scene, media, full) : [])];
}

/** What is asked for, and what is not, with and without it. */
function includeTries(scene: Scene, media: MediaType, full: JsonValue): Try[] {
  const { asking, operation, plain } = scene;
  return operation.includes.flatMap((include) => {
    const { pointer, value: name } = include;
    const others = operation.includes.filter((other) => other !== include);
    const alone = responseOf(scene, media, pruneIncludes(operation, [include], full));
    const without = responseOf(scene, media, pruneIncludes(operation, others, full));
    const askingAlone = withIncludes(operation, plain, [include]);
    return [
      { name: `with ${name}, which is asked for`, pointer, values: askingAlone, response: alone },
      { name: `without ${name}, which is asked for`, pointer, values: asking, response: without },
      { name: `with ${name}, which is not asked for`, pointer, values: plain, response: alone },
    ];
  });
}

const commonStatuses = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 503];

/** Responses with statuses that an operation does not declare: one with a body that another status has, else an empty one. */
function undeclaredOf({ pointer, responses }: Operation, like: HttpResponse | undefined): Try[] {
  const declared = new Set(responses.map(({ status }) => status));
  return commonStatuses
    .filter((status) => !declared.has(status))
    .map((status) => ({
      name: "that is not declared",
      pointer: `${pointer}/responses`,
      response:
        status === 204 || like === undefined ? { status, headers: {}, body: "" } : { ...like, status },
    }));
}
