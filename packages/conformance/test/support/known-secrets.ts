import { type Contract, findOperation, type SecurityScheme } from "@workflow-api/contract";
import type { CaseRequest } from "../../src/case.ts";
import { isSendable } from "../../src/credentials.ts";
import { targetParts } from "../../src/target-parts.ts";

/** The secrets that servers of tests know; of HTTP basic the password. */
const known: ReadonlySet<string> = new Set(["t0ken", "t0ken-of-mine", "another"]);

/** Whether the credentials of one of the ways of authenticating are all known, as a server knows them that has its users. */
export function isKnown(contract: Contract, request: CaseRequest): boolean {
  const { path } = targetParts(request.target);
  const security = findOperation(contract, request.method, path)?.operation.security ?? [];
  const ways = security.map((way) => way.filter(isSendable));
  return ways.length === 0 || ways.some((way) => way.every((scheme) => known.has(secretIn(request, scheme))));
}

function secretIn(
  { headers, target }: CaseRequest,
  { in: place, name = "", scheme, type }: SecurityScheme,
): string {
  const header = (wanted: string): string =>
    Object.entries(headers).find(([key]) => key.toLowerCase() === wanted.toLowerCase())?.[1] ?? "";
  if (type !== "apiKey") {
    const credential = header("authorization").replace(/^\S+ /, "");
    return scheme === "basic"
      ? Buffer.from(credential, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : credential;
  }
  if (place === "query") return new URLSearchParams(targetParts(target).query).get(name) ?? "";
  if (place === "header") return header(name);
  const pair = header("cookie")
    .split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`));
  return decodeURIComponent(pair?.slice(name.length + 1) ?? "");
}
