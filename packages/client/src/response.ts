import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";
import type { Certain, Operation } from "./operation.ts";
import { quote } from "./secrets.ts";

/**
 * The data of a response. Throws an `ApiError` if it is an error, or not as documented.
 *
 * @param included - What else the body must hold, because the call asked for it.
 */
export function readResponse(
  operation: Operation,
  reply: Reply,
  included: readonly Certain[],
): unknown {
  const { response, status, text, secrets } = reply;
  const { bodies } = operation;
  const isSuccess = status > 199 && status < 300;
  const { [status]: certain = bodies[`${Math.trunc(status / 100)}XX`] } = bodies;
  const { body, problem } = readBody(operation, reply, certain, isSuccess ? included : []);
  if (isSuccess && !problem) return body;
  const kind = isSuccess && certain !== undefined ? "unreadable" : "undocumented";
  // The snippet of a body ends where the internals of an error begin.
  const shown = isSuccess ? text : text.replace(/"(source|meta)".*/s, "…");
  const what = problem
    ? `, ${problem}: ${quote(shown, secrets) || "(empty)"}`
    : `: ${quote(Object(body).title ?? "its body says why", secrets)}.`;
  const message = `The service answered ${status}${what}`.slice(0, 240);
  throw new ApiError(problem ? kind : "status", message, operation, { response, body });
}

interface Read {
  readonly body: unknown;
  readonly problem?: string | undefined;
}

/** The body of a response, and what is wrong with it. */
function readBody(
  { accept }: Operation,
  { type, text, secrets }: Reply,
  certain: Certain | null | undefined,
  included: readonly Certain[],
): Read {
  if (certain === null) return { body: undefined };
  let body: unknown = text;
  let problem: Read["problem"] = "with a body that is no JSON";
  try {
    body = JSON.parse(text);
    const [lack] = [certain ?? false, ...included].flatMap((each) => lackOf(body, each) ?? []);
    problem = lack === undefined ? lack : `without ${lack || "an object"}, which is required`;
  } catch {}
  // Most responses have exactly this one, so that nothing needs to be parsed.
  if (type !== accept) {
    const essence = `${type}`.replace(/\s*;.*/s, "").toLowerCase();
    if (!accept.split(", ").includes(essence))
      problem = `with the content type ${quote(type, secrets)}`;
  }
  if (certain === undefined) problem = "which is not documented";
  return { body, problem };
}

/** The path to the first certain part that a value lacks; "" is the value itself. */
function lackOf(value: unknown, certain: Certain): string | undefined {
  if (certain === false || (certain === true && (value ?? null) !== null)) return undefined;
  const values: Readonly<Record<string, unknown>> = Object(value);
  if (values !== value || Array.isArray(value) !== Array.isArray(certain)) return "";
  const members: Readonly<Record<string, Certain>> = Object(certain);
  for (const name in members) {
    const lack = lackOf(values[name], members[name] ?? false);
    if (lack !== undefined) return lack ? `${name}.${lack}` : name;
  }
  return undefined;
}
