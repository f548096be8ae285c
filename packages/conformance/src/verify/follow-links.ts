import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type JsonValue, type Operation } from "@workflow-api/contract";
import type { Answer, Case, Target } from "../case.ts";
import type { Finding } from "../finding.ts";
import { NoAnswer } from "../http-target.ts";
import { parseBody } from "../parse-body.ts";
import type { Result } from "../report/report.ts";
import { type Judging, judgedResult } from "./result-of.ts";
import { createSender, type RunOptions, type Sent } from "./run-cases.ts";

interface Run extends RunOptions, Judging {
  readonly target: Target;
}

/** What the links of an operation are called in reports and by `--only`. */
export function linkTitle({ operationId }: Operation, link: string): string {
  return `${operationId} link ${link}`;
}

/** The links of a page (JSON:API 1.1, "Pagination"), and the one that the page behind it has not. */
const pageLinks: readonly [name: string, opposite: string | undefined][] = [
  ["first", "prev"],
  ["last", "next"],
  ["prev", undefined],
  ["next", undefined],
];

/**
 * Follows the links from a page of JSON:API to others: there is something behind each, nothing is before the first and
 * behind the last, which has data if any page has, and another page is not the same one. What changes meanwhile is not
 * judged, nor an example that a mock serves, and no link is followed to another server.
 * @param sent Answers to a GET of each operation.
 */
export async function followLinks(run: Run, sent: readonly Sent[]): Promise<Result[]> {
  const ask = createSender(run);
  const results: Result[] = [];
  for (const { came, one } of sent) {
    if (pageOf(came) === undefined) continue;
    for (const link of await linksOf(run, ask, one)) {
      if (run.interrupted?.aborted === true) return results;
      const followed = await follow(run, ask, link);
      if (followed !== undefined) results.push(followed);
    }
  }
  return results;
}

/** The links to follow from a page as it is by now, and where nothing is before it the way back from the next one. */
async function linksOf(run: Run, ask: Ask, one: Case): Promise<Link[]> {
  const page = pageOf((await ask(one)).came);
  if (page === undefined || isExample(page, one)) return [];
  const links = pageLinks.map(([name, opposite]): Link => ({ page, one, name, opposite }));
  const next = linkIn(page, "prev") === undefined ? targetOf(run, one, linkIn(page, "next")) : undefined;
  if (next === undefined) return links;
  const behind = { ...one, request: { ...one.request, target: next } };
  const nextPage = pageOf((await ask(behind)).came);
  if (nextPage === undefined || isExample(nextPage, behind)) return links;
  return [...links, { page: nextPage, one: behind, name: "prev", opposite: undefined }];
}

type Ask = (one: Case) => Promise<Sent>;

interface Link {
  readonly page: JsonObject;
  /** What the page came to. */
  readonly one: Case;
  readonly name: string;
  readonly opposite: string | undefined;
}

/** @returns `undefined`: there is no such link, or nothing can be said of it. */
async function follow(run: Run, ask: Ask, { name, one, opposite, page }: Link): Promise<Result | undefined> {
  const target = targetOf(run, one, linkIn(page, name));
  if (target === undefined || one.operation === undefined) return undefined;
  const { pointer } = one.operation;
  const title = linkTitle(one.operation, name);
  const linked: Case = { ...one, title, group: "path", pointer, request: { ...one.request, target } };
  const behind = await ask(linked);
  const { came } = behind;
  if (came instanceof NoAnswer) return undefined;
  const messages = faultsOf(page, came, name, opposite);
  if (messages.length > 0 && !isDeepStrictEqual(pageOf((await ask(one)).came), page)) return undefined;
  return judgedResult(run, behind, () =>
    messages.map((message): Finding => ({ name: "link_conformance", message, pointer })),
  );
}

/** A page of a list, as JSON:API has it. */
function pageOf(came: Answer | NoAnswer): JsonObject | undefined {
  if (came instanceof NoAnswer || !/^application\/vnd\.api\+json\b/i.test(came.headers["content-type"] ?? ""))
    return undefined;
  const body = parseBody(came);
  return isObject(body) && Array.isArray(body["data"]) ? body : undefined;
}

/** Whether a page is one that the contract shows: its links are what somebody wrote, to pages that a mock has not. */
function isExample({ data, links }: JsonObject, { operation }: Case): boolean {
  const shown = operation?.responses.flatMap(({ content }) => content.flatMap((media) => media.shown)) ?? [];
  return shown.some(
    ({ value }) => isObject(value) && isDeepStrictEqual([value["data"], value["links"]], [data, links]),
  );
}

/** A link is a text, or an object that holds it; null and nothing are none. */
function linkIn({ links }: JsonObject, name: string): string | undefined {
  const link = isObject(links) ? links[name] : undefined;
  const text = isObject(link) ? link["href"] : link;
  return typeof text === "string" ? text : undefined;
}

/** Where a link leads on the same server. `undefined`: it is none, or leads elsewhere. */
function targetOf({ baseUrl }: Run, { request }: Case, link: string | undefined): string | undefined {
  const base = baseUrl.replace(/\/+$/, "");
  if (link === undefined || !URL.canParse(link, base + request.target)) return undefined;
  const { href } = new URL(link, base + request.target);
  return href.startsWith(`${base}/`) ? href.slice(base.length).replace(/#.*$/s, "") : undefined;
}

function faultsOf(page: JsonObject, behind: Answer, name: string, opposite: string | undefined): string[] {
  const { status } = behind;
  // Whether it may be asked for so soon, or by whom, the link does not say.
  if ([400, 404, 410].includes(status) || status >= 500)
    return [`The link ${name} leads to ${status}; one that is not available is null or left out (JSON:API).`];
  const other = pageOf(behind);
  if (other === undefined) return [];
  const own = namesIn(page["data"]);
  if (name === "last" && own.length > 0 && namesIn(other["data"]).length === 0)
    return ["The link last leads to a page without data."];
  if (opposite !== undefined)
    return linkIn(other, opposite) === undefined
      ? []
      : [`The link ${name} leads to a page that has a link ${opposite}.`];
  return own.length > 0 && isDeepStrictEqual(namesIn(other["data"]), own)
    ? [`The link ${name} leads to the same page again.`]
    : [];
}

/** The resources of a page, by type and id. */
function namesIn(data: JsonValue | undefined): JsonValue[] {
  return (Array.isArray(data) ? data : []).map((each) =>
    isObject(each) ? [each["type"] ?? null, each["id"] ?? null] : null,
  );
}
