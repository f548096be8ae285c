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
import { isHeaderValue, readJson } from "@workflow-api/contract/http";
import type { JsonValue } from "@workflow-api/contract/json";
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
  /** Whether it is meant to break the contract. On the wire a header may still be valid. */
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
 * Derives responses of each operation and documented status, and whether the contract allows them:
 * with each keyword of body and headers broken and at its edges, of another media type, and for
 * another resource.
 */
export function deriveResponses(contract: Contract): ResponseCase[] {
  const maker = createMaker();
  return contract.operations.flatMap((operation) => {
    const { values } = createDraft(contract, operation, maker);
    const asking = withIncludes(operation, values, operation.includes);
    const attempts = operation.responses.flatMap((documented) =>
      attemptsOf(createTemplate(maker, operation, documented, asking)),
    );
    const judged = attempts.flatMap(
      ({ isBroken = false, isStrange = false, name, pointer, response, values = asking }) => {
        const asked = isStrange ? values : askingFor(operation, values, response);
        const isValid = judgeResponse(operation, response, asked).length === 0;
        const title = `${operation.operationId} ${response.status} ${name}`;
        return isBroken && isValid
          ? []
          : [{ title, operation, pointer, values: asked, response, isValid }];
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
  return new Map([...values, ...ids.map(({ found, key }) => [key, found] as const)]);
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
  if (media === undefined) return respond(undefined, undefined);
  return respond(media.mediaType, media.examples[0]?.value ?? maker.sample(media.shape) ?? null);
}

function attemptsOf(template: ResponseTemplate): ResponseAttempt[] {
  const { content, headers, isSuccess, pointer } = template.documented;
  const response = plainOf(template);
  const isTaken = content.some(({ mediaType }) => mediaType === "application/json");
  const mediaType = isTaken ? "application/x-unknown+json" : "application/json";
  const changed = { ...response.headers, "content-type": mediaType };
  return [
    { name: "as documented", pointer, response },
    {
      name: `with a body of ${mediaType}`,
      pointer: content[0]?.pointer ?? pointer,
      response: { ...response, headers: changed, body: response.body || "{}" },
    },
    ...(isSuccess ? idAttempts(template) : []),
    ...headers.flatMap((header) => headerAttempts(template, header)),
    ...content.flatMap((media) => bodyAttempts(template, media)),
  ];
}

/** The response to a request for another resource. */
function idAttempts(template: ResponseTemplate): ResponseAttempt[] {
  const { asking, operation } = template;
  return operation.parameters.flatMap(({ identifies, key, name, pointer }) => {
    const value = asking.get(key);
    if (identifies === undefined || value === undefined) return [];
    const values = new Map(asking).set(key, typeof value === "number" ? value + 1 : `${value}-2`);
    const response = plainOf(template);
    return [{ name: `for another ${name}`, pointer, values, response, isStrange: true }];
  });
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

/** The examples, and values around a sample, with all that can be included and without it. */
function bodyAttempts(template: ResponseTemplate, media: MediaType): ResponseAttempt[] {
  const { asking, documented, maker, operation, respond } = template;
  const { mediaType, shape } = media;
  const examples = media.examples.map(({ name, pointer, value }) => ({
    name: `body as in ${name}`,
    pointer,
    response: respond(mediaType, value),
  }));
  const full = maker.sample(shape);
  if (full === undefined) return examples;
  const attemptsAround = (base: JsonValue, values: ParameterValues): ResponseAttempt[] =>
    maker.around(shape, base).map(({ at, keyword, name, pointer, value }) => ({
      name: `${at === "" ? "body" : at} ${name}${values === asking ? "" : ", less included"}`,
      pointer,
      values,
      response: respond(mediaType, value),
      isBroken: keyword !== undefined,
    }));
  const all = [...examples, ...attemptsAround(full, asking)];
  if (!documented.isSuccess || operation.includes.length === 0) return all;
  // Where the parent of an include is broken, the include is missing too.
  const bare = pruneIncludes(operation, [], full);
  return [...all, ...attemptsAround(bare, withIncludes(operation, asking, []))];
}
