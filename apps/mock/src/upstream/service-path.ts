import type { Contract } from "@workflow-api/contract";
import { SettingError } from "../controls/controls.ts";

// The URL of the real service, and which of its paths a path of the mock stands for.

/**
 * Reads the base URL of a service.
 *
 * @throws {SettingError} It is none, or has more than a path. It is not shown: it may hold a
 * password.
 */
export function parseUpstream(text: string): URL {
  const url = URL.canParse(text) && /^https?:\/\//i.test(text) ? new URL(text) : undefined;
  const example = "such as http://127.0.0.1:8080/v1";
  if (url === undefined) throw new SettingError(`--upstream takes a URL ${example}`);
  const [part] = [
    url.username + url.password !== "" &&
      "a user or a password: send credentials with each request",
    /[?]/.test(text) && "a query: send it with each request",
    /#/.test(text) && "a fragment, which is never sent",
  ].filter((each) => each !== false);
  if (part !== undefined)
    throw new SettingError(`--upstream takes a URL ${example}, without ${part}`);
  return url;
}

/** Where a path leads to in the contract. */
export type Route = ReturnType<Contract["route"]>;

/** A path of the service, with the prefix that stands before those of its operations. */
export interface ServicePath {
  readonly path: string;
  /** The prefix in the service, such as `/v1`. The empty string: none. */
  readonly prefix: string;
  /** The prefix in the request to the mock, which has that of a server of the contract, or none. */
  readonly requestPrefix: string;
}

/**
 * The path of the service that a path of the mock stands for. The prefix that a server of the
 * contract has is taken off; the path of the URL stands in its place, or without one, the
 * contract's own prefix. A path that the contract does not have keeps what it has.
 *
 * @param route - That of the path in the contract.
 */
export function servicePathOf(
  contract: Contract,
  url: URL,
  path: string,
  route: Route = contract.route("GET", path),
): ServicePath {
  const requestPrefix = route.basePath;
  if (!path.startsWith("/")) return { path, prefix: "", requestPrefix };
  const given = url.pathname.replace(/\/+$/, "");
  const prefix = given || requestPrefix || ownPrefix(contract, route, path);
  const rest = withoutPrefix(path, requestPrefix);
  return { path: prefix + rest || "/", prefix, requestPrefix };
}

/** The prefix of the first server of the operation of a path. The empty string: there is none. */
function ownPrefix(contract: Contract, { methods, operation: found }: Route, path: string): string {
  const [method] = methods;
  if (method === undefined) return "";
  const operation = found ?? contract.route(method, path).operation ?? contract.operations[0];
  return operation?.servers[0]?.basePaths[0] ?? "";
}

/** A path, percent-encoded in any way, without the segments of a prefix. */
function withoutPrefix(path: string, prefix: string): string {
  if (prefix === "") return path;
  const segments = path.split("/").slice(prefix.split("/").length);
  return segments.map((segment) => `/${segment}`).join("");
}
