import { decodeLeniently } from "@workflow-api/contract";

/** The path and the query of a request target; a query may hold further question marks. */
export function targetParts(target: string): { readonly path: string; readonly query: string | undefined } {
  const at = target.indexOf("?");
  return at < 0
    ? { path: target, query: undefined }
    : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** The names of the pairs of a query, decoded as far as they can be. */
export function queryNames(target: string): string[] {
  const { query = "" } = targetParts(target);
  return query === "" ? [] : query.split("&").map((pair) => decodeLeniently(pair.split("=", 1)[0] ?? ""));
}
