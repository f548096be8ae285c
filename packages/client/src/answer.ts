import { UndocumentedError, UnreadableError } from "./errors.ts";
import { readText } from "./media.ts";
import type { Body, Parameter, WireMedia, WireResponse } from "./operation.ts";
import { own } from "./parameters.ts";
import type { Route } from "./route.ts";
import { redact } from "./secrets.ts";

/** An answer with its body read. */
export interface Reply {
  readonly response: Response;
  readonly body: Body;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The data of an answer.
 *
 * @param args - The arguments of the call, which may have asked for more.
 * @param secrets - What must not be shown.
 * @throws {StatusError} The answer is a documented error.
 * @throws {UndocumentedError} The contract knows no such answer.
 * @throws {UnreadableError} It reports success, but the body is not the documented one.
 */
export function readAnswer(
  operation: Route,
  { response, body }: Reply,
  args: Arguments,
  secrets: readonly string[],
): unknown {
  const { status, ok, headers } = response;
  const documented = findResponse(operation, status, ok);
  const complain = (problem: string): never => {
    const snippet = redact(readText(body), secrets).slice(0, 100) || "(empty)";
    throw new (ok && documented ? UnreadableError : UndocumentedError)(
      `The service answered ${status}, ${redact(problem, secrets)}: ${snippet}`,
      { operation, response },
    );
  };
  if (!documented) return complain("which the contract does not document");
  const { media, requires = [], error } = documented;
  const data = media && decode(media, headers.get("content-type") ?? "", body, complain);
  if (error) {
    throw new error(`The service answered ${status}.${media ? " The body says why." : ""}`, {
      operation,
      response,
      body: data,
    });
  }
  const absent = requires.find((name) => own(Object(data), name) === undefined);
  if (absent) return complain(`without ${absent}, which is required`);
  const lacking = findLacking(operation, args, data);
  return lacking ? complain(`without ${lacking}, which was asked for`) : data;
}

/** The documented response of a status. `default` stands for errors alone. */
function findResponse({ responses }: Route, status: number, ok: boolean): WireResponse | undefined {
  return (
    responses[status] ?? responses[`${Math.trunc(status / 100)}XX`] ?? (ok ? undefined : responses["default"])
  );
}

function decode(
  media: readonly WireMedia[],
  type: string,
  body: Body,
  complain: (problem: string) => never,
): unknown {
  const found = media.find((each) => each.type.test(type));
  if (!found) return complain(`with a body of the content type ${type || "(none)"}`);
  try {
    return found.read(body);
  } catch {
    return complain("with a body that is not as documented");
  }
}

/** What was asked for, and is not there. */
function findLacking({ parameters }: Route, args: Arguments, data: unknown): string | undefined {
  for (const parameter of parameters) {
    const asked = (parameter.adds && own(args, parameter.argument)) ?? [];
    for (const each of Array.isArray(asked) ? asked : [asked]) {
      if (!isThere(parameter, String(each), data)) return String(each);
    }
  }
  return undefined;
}

function isThere({ adds = {}, nullable }: Parameter, name: string, data: unknown): boolean {
  const path = Object.hasOwn(adds, name) ? adds[name] : [];
  let value = data;
  for (const key of path ?? []) {
    value = typeof value === "object" && value ? own(value as Arguments, key) : undefined;
  }
  return value === null ? nullable?.includes(name) === true : value !== undefined;
}
