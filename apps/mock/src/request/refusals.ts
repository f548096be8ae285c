import type { Operation } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import { type Misnamed, misspelt } from "./query-shape.ts";

/** A request that the engine stumbles over: which header it is, as far as it can be told. */
export function unreadableProblem(error: unknown, headers: Readonly<Record<string, string>>): Problem {
  const contentType = headers["content-type"];
  if (contentType !== undefined && !isMediaType(contentType)) {
    return {
      status: 415,
      code: "content-type",
      title: "The header Content-Type is not a media type",
      detail: "Content-Type must be one media type, such as application/json.",
    };
  }
  if (headers["accept"] !== undefined && error instanceof TypeError) {
    return {
      status: 406,
      code: "accept",
      title: "The header Accept is not a list of media types",
      detail:
        "Accept must be media types separated by commas, such as application/json, */*;q=0.8. A comma inside a quoted parameter is not supported.",
    };
  }
  return {
    status: 400,
    code: "unreadable-request",
    title: "The request cannot be read",
    detail: error instanceof Error ? error.message : "The engine stumbled over it.",
  };
}

/** A type and a subtype (RFC 9110, 8.3.1); what stands after a semicolon is read leniently. */
function isMediaType(text: string): boolean {
  return /^\s*[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+\s*(?:;|$)/.test(text);
}

/** A query that names a parameter in another case or with brackets. */
export function misnamedProblem({ operationId }: Operation, misnamed: readonly Misnamed[]): Problem {
  return {
    status: 422,
    code: "query-name",
    title: "Invalid request",
    detail: misnamed
      .map(
        ({ sent, meant }) =>
          `${operationId} has no query parameter ${JSON.stringify(sent)}; it is spelt ${JSON.stringify(meant)}.`,
      )
      .join(" "),
    violations: misnamed.map(({ sent, meant }) => ({
      location: ["query", sent],
      code: misspelt,
      message: `Request query parameter must be spelt ${meant}`,
    })),
  };
}

/** A preference that cannot be read, or that the operation cannot meet. */
export function preferenceProblem(status: number, detail: string): Problem {
  return { status, code: "preference", title: "The preference cannot be met", detail };
}
