import type { PanelData } from "../model/panel-data.ts";
import { type PanelCall, wireRequest } from "../samples/samples.ts";

/** The request headers that a page may not set (Fetch, 2.2.2), and one that browsers replace. */
const forbidden = new Set([
  ...["accept-charset", "accept-encoding", "access-control-request-headers"],
  ...["access-control-request-method", "connection", "content-length", "cookie", "cookie2", "date"],
  ...["dnt", "expect", "host", "keep-alive", "origin", "referer", "set-cookie", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "user-agent", "via"],
]);

/**
 * What of a call a browser does not send, or sends otherwise, in words. The samples send it as it
 * is shown.
 */
export function browserLimits(data: PanelData, call: PanelCall): string[] {
  const { body, headers, method, path } = wireRequest(data, call);
  const names = Object.keys(headers);
  const withheld = names.filter((name) => isForbidden(name.toLowerCase()));
  const trimmed = names.filter((name) => headers[name] !== headers[name]?.trim());
  const dots = path.split("/").filter((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  return [
    ...withheld.map((name) => `A page cannot set ${name}: browsers send their own or none.`),
    ...trimmed.map((name) => `Browsers remove the spaces around the value of ${name}.`),
    ...dots.map((segment) => `Browsers resolve the path segment ${segment} before they send it.`),
    ...(method === "GET" && body !== "" ? ["Browsers send no body with a GET."] : []),
    ...(/[?#]/.test(call.baseUrl) ? ["The base URL has a query: the path would follow it."] : []),
  ];
}

function isForbidden(name: string): boolean {
  return forbidden.has(name) || /^(proxy|sec)-/.test(name);
}
