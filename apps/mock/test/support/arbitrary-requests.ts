import { type Contract, type Operation, scenarioRequest } from "@workflow-api/contract";
import fc from "fast-check";
import { sampleCredentials } from "../../src/index.ts";
import type { Sent } from "./http.ts";

/** Requests near an operation's: right and wrong in credentials, parameters, headers, body, method and path. */
export function requests({ operations }: Contract): fc.Arbitrary<Sent> {
  return fc.constantFrom(...operations.filter(({ scenarios }) => scenarios.length > 0)).chain((operation) =>
    fc
      .record({
        scenario: fc.constantFrom(...operation.scenarios),
        credentials: fc.constantFrom({}, ...credentialsOf(operation)),
        accept: fc.constantFrom(
          undefined,
          "",
          "*/*",
          "application/json",
          "text/html",
          "text/html, */*;q=0.1",
          "application/*",
        ),
        prefer: fc.constantFrom(undefined, undefined, ...preferencesOf(operation)),
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant(operation.method) },
          { weight: 1, arbitrary: fc.constantFrom("PUT", "PATCH", "DELETE", "GET", "POST") },
        ),
        dropped: fc.constantFrom(
          undefined,
          undefined,
          ...operation.parameters.filter(({ in: at }) => at === "header").map(({ name }) => name),
        ),
        garbled: fc.constantFrom(
          undefined,
          undefined,
          undefined,
          ...operation.parameters.filter(({ in: at }) => at === "header").map(({ name }) => name),
        ),
        path: fc.constantFrom("", "", "", "", "", "x", "/x", "/"),
        query: fc.constantFrom(
          "",
          "",
          "unknown=1",
          "a=b&a=c",
          "include=bogus",
          "include=author,bogus",
          "include=author,author",
        ),
        body: fc.constantFrom(undefined, undefined, undefined, "{}", "text"),
        contentType: fc.constantFrom(undefined, "application/json", "application/vnd.api+json", "text/plain"),
      })
      .map((parts) => {
        const { target, headers } = scenarioRequest(operation, parts.scenario);
        const [path = ""] = target.split("?", 1);
        const all: Record<string, string | undefined> = {
          ...headers,
          ...parts.credentials,
          Accept: parts.accept,
          Prefer: parts.prefer,
          "Content-Type": parts.contentType,
          ...(parts.dropped !== undefined && { [parts.dropped]: undefined }),
          ...(parts.garbled !== undefined && { [parts.garbled]: "garbled" }),
        };
        // A text that claims to be JSON is one of the deliberate differences.
        if (parts.body === "text" && /json/.test(parts.contentType ?? "")) all["Content-Type"] = "text/plain";
        return {
          method: parts.method,
          target: `${path}${parts.path}${parts.query === "" ? "" : `?${parts.query}`}`,
          headers: Object.fromEntries(
            Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
          ),
          body: parts.body,
        };
      }),
  );
}

function credentialsOf(operation: Operation): Record<string, string>[] {
  const whole = operation.security.map((alternative) => ({
    ...sampleCredentials({ ...operation, security: [alternative] }).headers,
  }));
  const halves = whole.flatMap((headers) =>
    Object.entries(headers).map(([name, value]) => ({ [name]: value })),
  );
  return [...whole, ...whole, ...halves, { Authorization: "Basic x" }];
}

function preferencesOf({ scenarios }: Operation): string[] {
  return [
    ...scenarios.map(({ status }) => `code=${status}`),
    ...scenarios.map(({ status, name }) => `code=${status}, example=${name}`),
    "code=299",
    "example=no_such_example",
    'dynamic=true, seed="1"',
    "wait=10",
  ];
}
