import type { Note, Operation } from "@workflow-api/contract";
import { whyOf } from "./answer.ts";
import { type Choice, defaultResponse, responseOf } from "./choose.ts";
import { type Rejection, rejection } from "./problem.ts";

/**
 * What the header `Prefer` asks for: a status, an example (of the first response that has it,
 * unless a status is given), or a generated response.
 *
 * @returns `undefined`: nothing. A rejection: the operation has no such answer.
 */
export function choosePreferred(
  operation: Operation,
  prefer: string | undefined,
): Choice | Rejection | undefined {
  const preferences = parse(prefer ?? "");
  const malformed = malformedPreference(preferences);
  if (malformed !== undefined) return unmet(malformed);
  const { code, example, seed } = preferences;
  const isDynamic = preferences["dynamic"] === "true";
  if (code === undefined && example === undefined && !isDynamic) return undefined;
  const named = operation.responses.find(({ content }) =>
    content.some(({ examples }) => examples.some(({ name }) => name === example)),
  );
  const response =
    code === undefined
      ? (named ?? defaultResponse(operation))
      : responseOf(operation, Number(code));
  if (response === undefined) {
    const statuses = operation.responses.map(({ code: each }) => each).join(", ");
    return unmet(`must name a status of ${operation.operationId} (${statuses}), not ${code}`);
  }
  const names = response.content.flatMap(({ examples }) => examples.map(({ name }) => name));
  if (example !== undefined && !names.includes(example)) {
    const known = [...new Set(names)].join(", ") || "none";
    return unmet(
      `must name an example of the response ${response.status} (${known}), not ${example}`,
    );
  }
  const why = whyOf("preferred", { operation: operation.operationId, scenario: example });
  return { response, example, ...(isDynamic && { dynamic: { seed } }), why };
}

type Preferences = Readonly<Partial<Record<string, string>>>;

function malformedPreference({ code, dynamic, example, seed }: Preferences): string | undefined {
  if (!/^[2-5]\d\d$/.test(code ?? "200"))
    return "must give code a status from 200 to 599, such as code=404";
  if (!/^(?:true|false)$/.test(dynamic ?? "false")) return "must give dynamic true or false";
  if (example === "" || seed === "") return "must give example and seed a value each";
  return undefined;
}

/**
 * The preferences of a header (RFC 7240). The first of each name counts. Parameters after a
 * semicolon are ignored, because none is defined here.
 */
function parse(prefer: string): Preferences {
  const asked = new Map<string, string>();
  for (const preference of prefer.match(/(?:"[^"]*"|[^",])+/g) ?? []) {
    const [, name = "", value = ""] =
      /^\s*([^=;\s]+)\s*(?:=\s*("[^"]*"|[^;]*))?/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (!asked.has(key)) asked.set(key, value.trim().replace(/^"(.*)"$/, "$1"));
  }
  return Object.fromEntries(asked);
}

/** A 400, which contracts rarely document for anything else. */
function unmet(message: string): Rejection {
  return rejection([400, "preference", "The preference cannot be met"], "header prefer", message);
}

/** The preferences that the mock ignores. */
export function preferenceNotes(prefer: string | undefined): Note[] {
  const unknown = Object.keys(parse(prefer ?? "")).filter((name) => !preferences.has(name));
  return unknown.map((name) => ({
    part: "header prefer",
    message: `${name} is ignored: the mock knows ${[...preferences].join(", ")}`,
  }));
}

const preferences: ReadonlySet<string> = new Set(["code", "dynamic", "example", "seed"]);
