import { type Operation, type Parameter, parseParameter } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import { judgeDelimited } from "./encoded-delimiter.ts";
import { readings } from "./readings.ts";

/** What is wrong with the cookies of a request: Prism 5.16 does not look at them. */
export function cookieProblem({ parameters }: Operation, cookies: string | undefined): Problem | undefined {
  const violations = parameters
    .filter((parameter) => parameter.in === "cookie")
    .flatMap((parameter) => {
      const wrong = wrongWith(parameter, cookies);
      if (wrong === undefined) return [];
      const message = `Request cookie parameter ${parameter.name} ${wrong}`;
      return [{ location: ["cookie", parameter.name], code: "cookie", message }];
    });
  if (violations.length === 0) return undefined;
  return {
    status: 422,
    code: "cookie",
    title: "Invalid request",
    detail: `${violations.map(({ message }) => message).join("; ")}.`,
    violations,
  };
}

/** The values of the cookies of a name, as they came. */
export function cookieValues(cookies: string | undefined, name: string): string[] {
  return (cookies ?? "").split(";").flatMap((pair) => {
    const [, sent = "", value = ""] = /^\s*([^=]*?)\s*(?:=(.*))?$/s.exec(pair) ?? [];
    return sent === name || sent === encodeURIComponent(name) ? [value] : [];
  });
}

function wrongWith(parameter: Parameter, cookies: string | undefined): string | undefined {
  if (parseParameter(parameter, cookies) === undefined)
    return parameter.required ? "must be sent" : undefined;
  // What is JSON is judged with the other parameters that are.
  if (parameter.mediaType !== undefined) return undefined;
  // An exploded object has no name of its own: any cookie may be somebody else's.
  if (parameter.shape === "object" && parameter.explode) return undefined;
  const [violation] = judgeDelimited(parameter, cookies, (parsed) => {
    const judged = readings(parsed).map((reading) => parameter.validate(reading));
    return judged.some((violations) => violations.length === 0) ? [] : (judged[0] ?? []);
  });
  return violation?.message;
}
