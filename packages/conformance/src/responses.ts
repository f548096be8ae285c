import {
  type Contract,
  type HttpResponse,
  judgeResponse,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterValues,
  pruneIncludes,
  type Response,
  serializeParameter,
  strangeIds,
  withIncludes,
} from "@workflow-api/contract";
import { isHeaderValue, readJson, responseFor } from "@workflow-api/contract/http";
import { isWithin, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { titled } from "./derive.ts";
import { createDraft } from "./draft.ts";
import { createMaker, type Maker } from "./values.ts";

/** A response, and whether the contract allows it. */
export interface ResponseCase {
  /** Unique within its contract: `getVariablesCage 200 with /data/id null, against type`. */
  readonly title: string;
  readonly operation: Operation;
  /** The JSON Pointer of the part of the contract that it tests. */
  readonly pointer: string;
  /** The values of the parameters of its request, by `Parameter.key`. */
  readonly values: ParameterValues;
  readonly response: HttpResponse;
  readonly isValid: boolean;
}

/** A response to validate. */
interface ResponseAttempt {
  /** The title without the operation and the status. */
  readonly name: string;
  readonly pointer: string;
  /** Default: those of a request that asks for all includes. */
  readonly values?: ParameterValues;
  readonly response: HttpResponse;
  /**
   * Whether it is meant to break the contract. On the wire it may still be valid: a header is a
   * string, and an omitted part may be optional.
   */
  readonly isBroken?: boolean;
  /** Whether its request asks for another id than the one in the response. */
  readonly isStrange?: boolean;
}

/** What is needed to make the responses of one status. */
interface ResponseTemplate {
  readonly maker: Maker;
  readonly operation: Operation;
  readonly documented: Response;
  /** The values of a request that asks for all includes. */
  readonly asking: ParameterValues;
  /** A response with a plain value of each documented header. */
  respond(mediaType: string | undefined, body: JsonValue | undefined): HttpResponse;
}

/**
 * Derives responses of each operation and status, and whether the contract allows them: with each
 * keyword of body and headers broken and at its edges, with other media types, with and without
 * what was asked for, and with other statuses.
 */
export function deriveResponses(contract: Contract): ResponseCase[] {
  const maker = createMaker();
  return contract.operations.flatMap((operation) => {
    const { values } = createDraft(contract, operation, maker);
    const asking = withIncludes(operation, values, operation.includes);
    const templates = operation.responses.map((documented) =>
      createTemplate(maker, operation, documented, asking),
    );
    const attempts = [...templates.flatMap(attemptsOf), ...undeclaredOf(operation, templates[0])];
    const judged = attempts.flatMap(
      ({ isBroken = false, isStrange = false, name, pointer, response, values = asking }) => {
        const own = isStrange ? values : askingFor(operation, values, response);
        const isValid = judgeResponse(operation, response, own).length === 0;
        const title = `${operation.operationId} ${response.status} ${name}`;
        return isBroken && isValid
          ? []
          : [{ title, operation, pointer, values: own, response, isValid }];
      },
    );
    return titled(judged);
  });
}

/** The values of a request for the data that a response identifies. */
function askingFor(
  operation: Operation,
  values: ParameterValues,
  { body }: HttpResponse,
): ParameterValues {
  const read = readJson(body);
  const ids = "value" in read ? strangeIds(operation, values, read.value) : [];
  return ids.length === 0
    ? values
    : new Map([...values, ...ids.map(({ found, key }) => [key, found] as const)]);
}

function createTemplate(
  maker: Maker,
  operation: Operation,
  documented: Response,
  asking: ParameterValues,
): ResponseTemplate {
  const written = documented.headers.flatMap((header) => {
    const [example] = header.examples.values();
    const value = example ?? maker.sample(header.shape);
    return value === undefined
      ? []
      : [[header.name.toLowerCase(), serializeParameter(header, value)] as const];
  });
  const respond: ResponseTemplate["respond"] = (mediaType, body) => ({
    status: documented.status,
    headers: {
      ...Object.fromEntries(written),
      ...(mediaType !== undefined && { "content-type": mediaType }),
    },
    body: body === undefined ? "" : JSON.stringify(body),
  });
  return { maker, operation, documented, asking, respond };
}

/** The response as it is documented. */
function plainOf({ documented, maker, respond }: ResponseTemplate): HttpResponse {
  const [media] = documented.content;
  return respond(media?.mediaType, media && plainBody(maker, media));
}

function plainBody(maker: Maker, { examples: [example], shape }: MediaType): JsonValue {
  return example?.value ?? maker.sample(shape) ?? null;
}

function attemptsOf(template: ResponseTemplate): ResponseAttempt[] {
  const { content, headers, pointer } = template.documented;
  return [
    { name: "as documented", pointer, response: plainOf(template) },
    ...headers.flatMap((header) => headerAttempts(template, header)),
    ...content.flatMap((media) => [
      ...formAttempts(template, media),
      ...bodyAttempts(template, media),
    ]),
    ...(content.length === 0
      ? [{ name: "with a body", pointer, response: template.respond("application/json", {}) }]
      : []),
  ];
}

function headerAttempts(template: ResponseTemplate, header: Parameter): ResponseAttempt[] {
  const { name, pointer, shape } = header;
  const plain = plainOf(template);
  const key = name.toLowerCase();
  const { [key]: _, ...others } = plain.headers;
  const tried = template.maker.around(shape).flatMap((each) => {
    const text = serializeParameter(header, each.value);
    const response = { ...plain, headers: { ...others, [key]: text } };
    const isBroken = each.keyword !== undefined;
    return isHeaderValue(text)
      ? [{ name: `${name} ${each.name}`, pointer: each.pointer, response, isBroken }]
      : [];
  });
  return [{ name: `without ${name}`, pointer, response: { ...plain, headers: others } }, ...tried];
}

/** The body with other media types, and malformed JSON. */
function formAttempts({ maker, respond }: ResponseTemplate, media: MediaType): ResponseAttempt[] {
  const { mediaType, pointer } = media;
  const plain = respond(mediaType, plainBody(maker, media));
  const charset = `${mediaType}; charset=utf-8`;
  const types = [charset, "application/json", "application/x-unknown+json", "text/html", undefined];
  return [
    ...types.map((type) => ({
      name: `with Content-Type ${type ?? "missing"}`,
      pointer,
      response: { ...respond(type, undefined), body: plain.body },
    })),
    { name: "without a body", pointer, response: { ...plain, body: "" } },
    { name: "with a body that is no JSON", pointer, response: { ...plain, body: "<p>text</p>" } },
  ];
}

function bodyAttempts(template: ResponseTemplate, media: MediaType): ResponseAttempt[] {
  const { asking, documented, maker, operation, respond } = template;
  const attemptsAround = (base: JsonValue, values: ParameterValues): ResponseAttempt[] =>
    maker.around(media.shape, base).map(({ at, keyword, name, pointer, value }) => ({
      name: `${at === "" ? "body" : at} ${name}${values === asking ? "" : ", less included"}`,
      pointer,
      values,
      response: respond(media.mediaType, value),
      isBroken: keyword !== undefined,
    }));
  const examples = media.examples.map(({ name, pointer, value }) => ({
    name: `body as in ${name}`,
    pointer,
    response: respond(media.mediaType, value),
  }));
  const full = maker.sample(media.shape);
  if (full === undefined) return examples;
  const all = [...examples, ...attemptsAround(full, asking)];
  if (!documented.isSuccess) return all;
  const ids = idAttempts(template, media, full);
  if (operation.includes.length === 0) return [...all, ...ids];
  // Where the parent of an include is broken, the include is missing too.
  const bare = pruneIncludes(operation, [], full);
  const none = withIncludes(operation, asking, []);
  return [...all, ...ids, ...attemptsAround(bare, none), ...includeAttempts(template, media, full)];
}

/** A response with another id than the one in the request. */
function idAttempts(
  { asking, operation, respond }: ResponseTemplate,
  media: MediaType,
  full: JsonValue,
): ResponseAttempt[] {
  return operation.parameters.flatMap(({ identifies, key, name, pointer }) => {
    const id = identifies === undefined ? undefined : valueAt(full, identifies);
    if (id === undefined) return [];
    const values = new Map(asking).set(key, typeof id === "number" ? id + 1 : `${id}-other`);
    const response = respond(media.mediaType, full);
    const title = `with another ${identifies} than ${name}`;
    return [{ name: title, pointer, values, response, isStrange: true }];
  });
}

/** Without each include that is asked for, and with each that is not. */
function includeAttempts(
  { asking, operation, respond }: ResponseTemplate,
  { mediaType }: MediaType,
  full: JsonValue,
): ResponseAttempt[] {
  const none = withIncludes(operation, asking, []);
  return operation.includes.flatMap((include) => {
    const { pointer, value: name } = include;
    // An include below this one would keep it there.
    const others = operation.includes.filter(({ adds }) => !isWithin(adds, include.adds));
    const included = respond(mediaType, pruneIncludes(operation, [include], full));
    const without = respond(mediaType, pruneIncludes(operation, others, full));
    return [
      { name: `without ${name}, which is asked for`, pointer, response: without },
      { name: `with ${name}, which is not asked for`, pointer, response: included, values: none },
    ];
  });
}

const commonStatuses = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 503];

/** Responses with statuses that an operation does not declare. */
function undeclaredOf(
  operation: Operation,
  template: ResponseTemplate | undefined,
): ResponseAttempt[] {
  const { pointer } = operation;
  const like = template === undefined ? { headers: {}, body: "" } : plainOf(template);
  return commonStatuses
    .filter((status) => responseFor(operation, status) === undefined)
    .map((status) => ({
      name: "that is not declared",
      pointer: `${pointer}/responses`,
      response: status === 204 ? { status, headers: {}, body: "" } : { ...like, status },
    }));
}
