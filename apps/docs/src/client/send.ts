import {
  ApiError,
  ArgumentError,
  ConfigurationError,
  createMethods,
  StatusError,
} from "@workflow-api/client";
import { parameterKey, serializeParameter } from "@workflow-api/contract";
import { fill } from "../samples/fill.ts";
import type { TryOperation, TryWay } from "../view/try-data.ts";
import { addressProblem } from "./address-problem.ts";
import { noAnswer } from "./no-answer.ts";
import { clientBody, plainRequest, type Written } from "./plain-request.ts";
import type { Problem } from "./problem.ts";
import { problemsOfAnswer } from "./problems-of-answer.ts";
import { readerValues, withoutSecrets } from "./reader.ts";
import { type Trace, tracing } from "./trace.ts";

/** What came of a request. */
export interface Outcome {
  readonly trace: Trace;
  /** Why there is no answer, or none that is documented. */
  readonly failure: string | undefined;
  readonly problems: readonly Problem[];
}

/** Sends a request by the typed client, or without it, with the reader's address and credentials. */
export async function send(
  operation: TryOperation,
  way: TryWay,
  written: Written,
  byClient: boolean,
): Promise<Outcome> {
  const trace: Trace = {};
  const { address, ...own } = filled({ ...way, address: operation.address });
  const problem = addressProblem(address);
  if (problem !== undefined) {
    return { trace, failure: "Nothing was sent.", problems: [problem] };
  }
  try {
    if (byClient) {
      await callClient(operation, own, written, trace);
    } else {
      const [url, init] = plainRequest(operation, { ...own, address }, written);
      await tracing(trace)(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(10_000) });
    }
  } catch (error) {
    return { trace, ...told(error, trace, { ...operation, address }) };
  }
  return { trace, failure: undefined, problems: problemsIn(trace) };
}

async function callClient(
  operation: TryOperation,
  { options }: TryWay,
  { values, body }: Written,
  trace: Trace,
): Promise<void> {
  const { clientMethod, parameters } = operation;
  const args: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const { argument, option } = parameter;
    const value = values.get(parameterKey(parameter));
    if (argument !== undefined) {
      args[argument] = value;
    } else if (option !== undefined) {
      settings[option] = value === undefined ? undefined : serializeParameter(parameter, value);
    }
  }
  if (body?.value !== undefined) {
    args["body"] = await clientBody(operation, body);
  }
  const common: { baseUrl: string } = { baseUrl: "", ...options };
  const client: unknown = createMethods({
    ...common,
    ...settings,
    ...Object({ fetch: tracing(trace), retry: 0, timeout: 10_000 }),
  });
  const method: unknown = Reflect.get(Object(client), clientMethod);
  if (typeof method === "function") {
    await method(args);
  }
}

/** The values stand within JSON strings, which are quoted as those of TypeScript are. */
function filled<Value>(value: Value): Value {
  return JSON.parse(fill(JSON.stringify(value), "ts", readerValues()));
}

function told(error: unknown, trace: Trace, operation: TryOperation): Omit<Outcome, "trace"> {
  const message = withoutSecrets(error instanceof Error ? error.message : String(error));
  if (trace.response !== undefined) {
    // A documented error is an answer like any other.
    const isDocumented = error instanceof StatusError;
    return { failure: isDocumented ? undefined : said(message), problems: problemsIn(trace) };
  }
  if (trace.request !== undefined) {
    return { failure: noAnswer(error, operation.address), problems: [] };
  }
  if (error instanceof ApiError) {
    return { failure: message, problems: refusedBy(error, message, operation) };
  }
  return { failure: `A page cannot send this request: ${message}`, problems: [] };
}

/** The answer itself is shown beside it. */
function said(message: string): string {
  return message.replace(/^\w+: /, "").replace(/: [^:]*?[{<"(].*$/s, ".");
}

/** Which argument or option the client refuses: the page has a field for it. */
function refusedBy(error: ApiError, message: string, { parameters }: TryOperation): Problem[] {
  const refused =
    error instanceof ArgumentError
      ? { name: error.argument, field: parameters.find((each) => each.argument === error.argument) }
      : error instanceof ConfigurationError && error.option !== undefined
        ? { name: error.option, field: parameters.find((each) => each.option === error.option) }
        : undefined;
  if (refused === undefined) {
    return [];
  }
  const { name, field } = refused;
  const problem = message.slice(message.indexOf(` ${name} `) + name.length + 2);
  return [{ place: field?.in ?? "option", name: field?.name ?? name, message: problem }];
}

function problemsIn({ response, body = "" }: Trace): Problem[] {
  const problems = problemsOfAnswer(body, response?.headers.get("sl-violations") ?? null);
  return problems.length === 0 && response?.status === 401
    ? [{ place: "credentials", message: "are not accepted." }]
    : problems;
}
