import type { Problem } from "./problem.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * What an answer says is wrong with the request. It reads the problem details of the mock (RFC 9457, with `errors`),
 * those of a plain Prism (`validation`, or the header `sl-violations`), and the `errors` of a JSON:API document.
 */
export function problemsOfAnswer(body: string, violations: string | null): Problem[] {
  const { errors, validation } = membersOf(parsed(body));
  const told = listOf(errors).flatMap((error) => fromMock(error) ?? fromJsonApi(error) ?? []);
  return told.length > 0 ? told : [...listOf(validation), ...listOf(parsed(violations))].map(fromPrism);
}

function fromMock({ in: place, name, pointer, expected, received }: Members): Problem | undefined {
  if (typeof place !== "string" || typeof expected !== "string") {
    return undefined;
  }
  const got = received === undefined ? "" : ` It is ${JSON.stringify(received)}.`;
  return problem(place, text(name), text(pointer), `${expected}.${got}`);
}

function fromJsonApi({ source, detail, title }: Members): Problem | undefined {
  const { pointer, parameter, header } = membersOf(source);
  const message = text(detail) ?? text(title) ?? "";
  if (typeof parameter === "string") {
    return problem("query", parameter, undefined, message);
  }
  if (typeof header === "string") {
    return problem("header", header, undefined, message);
  }
  return typeof pointer === "string" ? problem("body", undefined, pointer, message) : undefined;
}

function fromPrism({ location, message }: Members): Problem {
  const [place = "", ...path] = (Array.isArray(location) ? location.map(String) : []).filter(
    (part, index) => index > 0 || part !== "request",
  );
  const [name, inside] = place === "body" ? [undefined, path] : [path[0], path.slice(1)];
  const pointer = inside.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return problem(place, name, pointer, `${text(message) ?? ""}.`);
}

function problem(
  place: string,
  name: string | undefined,
  pointer: string | undefined,
  message: string,
): Problem {
  const known = (["path", "query", "header", "cookie", "body"] as const).find((each) => each === place);
  return {
    place: known,
    ...(name === undefined ? {} : { name }),
    ...(pointer === undefined ? {} : { pointer }),
    message,
  };
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null");
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
