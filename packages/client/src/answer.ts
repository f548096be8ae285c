import { UndocumentedError, UnreadableError } from "./errors.ts";
import { statusErrors } from "./generated/errors.ts";
import type { Operation } from "./parameters.ts";
import { textOf } from "./read-body.ts";
import { redact } from "./secrets.ts";
import { StatusError } from "./status-error.ts";

/** An answer with its body read. */
export interface ReadAnswer {
  readonly status: number;
  readonly response: Response;
  readonly body: string | Uint8Array;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

/**
 * The data of an answer.
 *
 * @param asked - The names that the call asked to be included.
 * @throws {StatusError} The answer is a documented error.
 * @throws {UndocumentedError} The contract knows no such answer.
 * @throws {UnreadableError} It reports success, but the body is not the documented one.
 */
export function readAnswer(operation: Operation, answer: ReadAnswer, asked: readonly unknown[]): unknown {
  const { response, status } = answer;
  const key = keyOf(operation, status);
  const mediaTypes = operation.responses[key];
  if (!mediaTypes)
    throw new UndocumentedError(describe(answer, "which the contract does not document for this operation"), {
      operation,
      response,
    });
  const { data, problem } = decode(operation, answer, mediaTypes);
  if (!isSuccess(status)) {
    if (problem) throw new UndocumentedError(describe(answer, problem), { operation, response });
    const Class = statusErrors[key] ?? StatusError;
    throw new Class(`The service answered ${status}. The body of this error says why.`, {
      operation,
      response,
      body: data,
    });
  }
  const lacking = problem ? undefined : asked.find((name) => !has(data, operation, String(name)));
  if (problem || lacking) {
    throw new UnreadableError(describe(answer, problem ?? `without ${lacking}, which was asked for`), {
      operation,
      response,
    });
  }
  return data;
}

/** The key of the response that documents a status. */
function keyOf({ responses }: Operation, status: number): string | number {
  if (responses[status]) return status;
  const range = `${Math.trunc(status / 100)}XX`;
  return isSuccess(status) || responses[range] ? range : "default";
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function decode(
  { scalar }: Operation,
  { response, body }: ReadAnswer,
  mediaTypes: readonly string[],
): { data?: unknown; problem?: string } {
  if (!mediaTypes.length) return {};
  const given = response.headers.get("content-type") ?? "";
  const isListed = mediaTypes.includes(given);
  const type = isListed ? given : essence(given);
  if (!isListed && !mediaTypes.some((each) => matches(essence(each), type)))
    return { problem: `with a body of the content type ${type || "(none)"}` };
  if (!/[/+]json$/.test(type)) return { data: type.startsWith("text/") ? textOf(body) : body };
  try {
    const data: unknown = JSON.parse(textOf(body));
    return scalar || (typeof data === "object" && data)
      ? { data }
      : { problem: "with a body that is no JSON object" };
  } catch {
    return { problem: "with a body that is no JSON" };
  }
}

function essence(mediaType: string): string {
  return mediaType.split(";", 1).join().trim().toLowerCase();
}

function matches(documented: string, type: string): boolean {
  return (
    documented === type ||
    (documented.endsWith("/*") && (documented === "*/*" || type.startsWith(documented.slice(0, -1))))
  );
}

function has(data: unknown, { includes }: Operation, name: string): boolean {
  let value = data;
  for (const key of includes?.adds[name] ?? []) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return value !== null || includes?.nullable?.includes(name) === true;
}

function describe({ status, body, secrets }: ReadAnswer, problem: string): string {
  const snippet = redact(textOf(body), secrets).slice(0, 100);
  return `The service answered ${status}, ${problem}: ${snippet || "(empty)"}`;
}
