import { deriveCases, deriveResponses } from "@workflow-api/conformance";
import {
  appendPointer,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  type JsonValue,
  type Operation,
  readJson,
  replaceAt,
  requestFor,
  valueAt,
} from "@workflow-api/contract";
import { type Reading, readRequest, readResponse } from "./reading.ts";

/** A message that a contract allows. */
export interface Sample {
  /** The title of the derived case. */
  readonly title: string;
  readonly operation: Operation;
  /** The request; of a response, the one that it answers. */
  readonly request: HttpRequest;
  readonly response: HttpResponse | undefined;
  /** The values of the parameters of the request, by `Parameter.key`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** The parsed body of the response, or else of the request. */
  readonly body: JsonValue | undefined;
}

/** A contract is often held against several: the versions of a history, each edit of a test. */
const derived = new WeakMap<Operation, readonly Sample[]>();

/** Derives requests and responses of an operation that its contract allows. */
export function samplesOf(contract: Contract, operation: Operation): readonly Sample[] {
  const known = derived.get(operation);
  if (known !== undefined) return known;
  const alone = { ...contract, operations: [operation] };
  const requests = deriveCases(alone).flatMap(({ expected: { kind }, ...one }) => {
    const isValid = kind === "scenario" || kind === "valid";
    return isValid ? [{ ...one, operation, response: undefined }] : [];
  });
  const responses = deriveResponses(alone).flatMap(({ isValid, ...one }): Sample[] => {
    const read = readJson(one.response.body);
    const body = "value" in read ? read.value : undefined;
    return isValid ? [{ ...one, body, request: requestFor(operation, one.values) }] : [];
  });
  const samples = [...requests, ...responses];
  derived.set(operation, samples);
  return samples;
}

/** How a contract reads a sample. `undefined`: it has no such operation, and gives no response. */
export function readSample(sample: Sample, contract: Contract): Reading | undefined {
  const { operation, request, response, values } = sample;
  return response === undefined
    ? readRequest(contract, request, operation)
    : readResponse(contract, operation, values, response);
}

/**
 * The same message with another value of a part.
 *
 * @param at - The path into the value of the part; `*` is any member of what is there.
 * @param change - Makes the other value; `undefined`: there is none.
 * @returns `undefined` if the message has no such part.
 */
export function varied(
  sample: Sample,
  part: string,
  at: readonly string[],
  change: (value: JsonValue) => JsonValue | undefined,
): Sample | undefined {
  const whole = part === "body" ? sample.body : sample.values.get(part);
  const pointer = at.reduce<string | undefined>((place, token) => {
    if (place === undefined || whole === undefined) return undefined;
    const name = token === "*" ? Object.keys(Object(valueAt(whole, place)))[0] : token;
    return name === undefined ? undefined : appendPointer(place, name);
  }, "");
  const value = pointer === undefined ? undefined : valueAt(whole, pointer);
  const other = value === undefined ? undefined : change(value);
  if (other === undefined || pointer === undefined || whole === undefined) return undefined;
  const replaced = replaceAt({ whole }, `/whole${pointer}`, other)["whole"] ?? null;
  if (sample.response !== undefined)
    return part === "body"
      ? {
          ...sample,
          body: replaced,
          response: { ...sample.response, body: JSON.stringify(replaced) },
        }
      : undefined;
  const values = part === "body" ? sample.values : new Map(sample.values).set(part, replaced);
  const body = part === "body" ? replaced : sample.body;
  const { headers, ...request } = requestFor(sample.operation, values, body);
  return {
    ...{ ...sample, values, body },
    request: { ...request, headers: { ...sample.request.headers, ...headers } },
  };
}
