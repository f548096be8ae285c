import { UndocumentedError, UnreadableError } from "./errors.ts";
import { readText } from "./media.ts";
import type { Body, Parameter, WireResponse } from "./operation.ts";
import { own } from "./parameters.ts";
import type { Route } from "./route.ts";
import { redact } from "./secrets.ts";

/** An answer with its body read. */
export interface Reply {
  readonly response: Response;
  readonly body: Body;
}

type Arguments = Readonly<Record<string, unknown>>;

/** What a body turned out to be: data, or not what it should be. */
interface Decoded {
  readonly data?: unknown;
  readonly problem?: string | undefined;
}

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
  const { status, ok } = response;
  const documented = findResponse(operation, status, ok);
  const { data, problem }: Decoded = documented
    ? decode(documented, response, body)
    : { problem: "which the contract does not document" };
  const complaint =
    problem ?? (ok ? (findAbsent(documented, data) ?? findLacking(operation, args, data)) : undefined);
  if (complaint) {
    const snippet = redact(readText(body), secrets).slice(0, 100) || "(empty)";
    throw new (ok && documented ? UnreadableError : UndocumentedError)(
      `The service answered ${status}, ${complaint}: ${snippet}`,
      { operation, response },
    );
  }
  if (documented?.error) {
    throw new documented.error(
      `The service answered ${status}.${documented.media ? " The body says why." : ""}`,
      {
        operation,
        response,
        body: data,
      },
    );
  }
  return data;
}

/** The documented response of a status. `default` stands for errors alone. */
function findResponse({ responses }: Route, status: number, ok: boolean): WireResponse | undefined {
  return (
    responses[status] ?? responses[`${Math.trunc(status / 100)}XX`] ?? (ok ? undefined : responses["default"])
  );
}

function decode({ media }: WireResponse, { headers }: Response, body: Body): Decoded {
  if (!media) return {};
  const type = headers.get("content-type") ?? "";
  const found = media.find((each) => each.type.test(type));
  if (!found) return { problem: `with a body of the content type ${type || "(none)"}` };
  try {
    return { data: found.read(body) };
  } catch {
    return { problem: "with a body that is not as documented" };
  }
}

/** What is wrong if a member is not there that always is. */
function findAbsent({ requires = [] }: WireResponse = {}, data: unknown): string | undefined {
  const absent = requires.find((name) => own(Object(data), name) === undefined);
  return absent && `without ${absent}, which is required`;
}

/** What is wrong if something that was asked for is not there. */
function findLacking({ parameters }: Route, args: Arguments, data: unknown): string | undefined {
  for (const parameter of parameters) {
    const asked = (parameter.adds && own(args, parameter.argument)) ?? [];
    for (const each of Array.isArray(asked) ? asked : [asked]) {
      if (!isThere(parameter, String(each), data)) return `without ${each}, which was asked for`;
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
