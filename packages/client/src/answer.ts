import { UndocumentedError, UnreadableError } from "./errors.ts";
import { isThere } from "./is-there.ts";
import type { Body, Parameter, WireMedia } from "./operation.ts";
import { own } from "./parameters.ts";
import type { Route } from "./route.ts";
import { redact } from "./secrets.ts";
import { snippetOf } from "./snippet.ts";

/** An answer with its body read. */
export interface Reply {
  readonly response: Response;
  /** That of the response, read once: Node's fetch has it behind a Proxy. */
  readonly status: number;
  readonly body: Body;
}

/** A value that asks for more, and whose it is. */
interface Asked {
  readonly parameter: Parameter;
  readonly value: unknown;
}

/**
 * The data of an answer.
 *
 * @param secrets - What must not be shown.
 * @throws {StatusError} The answer is a documented error.
 * @throws {UndocumentedError} The contract knows no such answer.
 * @throws {UnreadableError} It reports success, but the body is not the documented one.
 */
export function readAnswer(
  operation: Route,
  { response, status, body }: Reply,
  asked: readonly Asked[],
  secrets: readonly string[],
): unknown {
  const ok = status >= 200 && status < 300;
  const { responses } = operation;
  // `default` stands for errors alone.
  const documented =
    responses[status] ?? responses[`${String(status)[0]}XX`] ?? (ok ? undefined : responses["default"]);
  const complain = (problem: string): never => {
    throw new (ok && documented ? UnreadableError : UndocumentedError)(
      `The service answered ${status}, ${problem}: ${snippetOf(body, !ok, secrets)}`,
      { operation, response },
    );
  };
  if (!documented) return complain("which the contract does not document");
  const { media, error, requires, nullable } = documented;
  const type = response.headers.get("content-type") ?? "";
  const found = media?.find((each) => each.type.test(type));
  if (media && !found) {
    // Cut after it is hidden: a part of a credential would not be known for one.
    return complain(`with the content type ${redact(type, secrets).slice(0, 100) || "(none)"}`);
  }
  const data = found && decode(found, body, type, complain);
  const lacking = requires?.find((path) => !isThere(data, path, path[0], nullable));
  if (lacking) return complain(`without ${lacking[0]}, which is required`);
  if (error) {
    throw new error(`The service answered ${status}.${media ? " The body says why." : ""}`, {
      operation,
      response,
      body: data,
    });
  }
  const missed = found && asked.find((each) => lacks(data, each, found));
  return missed ? complain(`without ${missed.value}, which was asked for`) : data;
}

function decode(
  { read }: WireMedia,
  body: Body,
  type: string,
  complain: (problem: string) => never,
): unknown {
  try {
    return read(body, type);
  } catch {
    return complain("with an undocumented body");
  }
}

function lacks(data: unknown, { parameter, value }: Asked, { without }: WireMedia): boolean {
  const name = `${value}`;
  return !without?.includes(name) && !isThere(data, parameter.adds?.[name], name, parameter.nullable);
}

/** What some arguments ask for, as they are now. */
export function askedOf({ parameters }: Route, args: Readonly<Record<string, unknown>>): Asked[] {
  const asked: Asked[] = [];
  for (const parameter of parameters) {
    if (!parameter.adds) continue;
    const given = own(args, parameter.argument) ?? [];
    for (const value of Array.isArray(given) ? given : [given]) asked.push({ parameter, value });
  }
  return asked;
}
