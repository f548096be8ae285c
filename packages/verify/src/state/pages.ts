import { type Case, validCase } from "@workflow-api/conformance";
import type { HttpRequest } from "@workflow-api/contract";
import { parseTarget, readJson } from "@workflow-api/contract/http";
import { isEqual, isObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { type EvaluatedResult, evaluate } from "../results/evaluate.ts";
import { isAccepted, type SentRequest } from "../sending/session.ts";
import type { Control, Controls } from "./control.ts";
import { listItems } from "./ids.ts";
import { plainName } from "./paths.ts";

// The page that follows on a page of a list.

const limits = /^(limit|pagesize|perpage|size|count|first|take|top|pagelimit)$/;
const cursorMembers = /^(next)?(page)?(cursor|token|continuationtoken)$|^(next|after|endcursor)$/;
const cursorParameters = /^(page)?(cursor|token|after|startingafter|continuationtoken)$/;

/** The result of the next page of a list. Empty: it leads to none. */
export async function nextPage(controls: Controls, control: Control): Promise<EvaluatedResult[]> {
  const first = await firstPage(controls, control);
  const next = first && caseOfNext(controls, control, first);
  const second = next && (await controls.session.send(next));
  if (first === undefined || second === undefined) return [];
  const result = evaluate(controls.session.run, second);
  const isRepeated = isAccepted(second) && isEqual(itemsIn(first), itemsIn(second));
  if (!isRepeated || itemsIn(first).length === 0) return [result];
  const { operationId, pointer } = control.operation;
  const finding = {
    name: "state_conformance",
    operationId,
    part: "state",
    keyword: "next",
    message: `The next page of ${operationId} has the same items as the page before.`,
    pointer,
    observed: [],
    cause: {
      symptom: "state",
      keyword: "next",
      kind: "",
      part: operationId,
      place: "",
      operationId,
    },
  };
  return [{ ...result, outcome: "failed", note: "", findings: [finding] }];
}

/** A page that is as short as the contract allows. */
async function firstPage(controls: Controls, control: Control): Promise<SentRequest | undefined> {
  const { base } = control;
  const limit = base.operation.parameters.find(
    ({ key, name }) => key.startsWith("query ") && limits.test(plainName(name)),
  );
  const least = Math.max(1, limit?.shape.limit("minimum") ?? 1);
  const values = limit === undefined ? base.values : new Map([...base.values, [limit.key, least]]);
  const sent = await controls.send(control, values);
  return sent && isAccepted(sent) ? sent : undefined;
}

function itemsIn({ received }: SentRequest): readonly JsonValue[] {
  const read = "body" in received ? readJson(received.body) : undefined;
  return read && "value" in read ? listItems(read.value) : [];
}

function caseOfNext(
  controls: Controls,
  control: Control,
  { received, testCase }: SentRequest,
): Case | undefined {
  const read = "body" in received ? readJson(received.body) : undefined;
  const body = read && "value" in read ? read.value : null;
  const link =
    linkIn(body) ?? ("headers" in received ? linkOf(received.headers["link"]) : undefined);
  const title = `${control.operation.operationId} then its next page`;
  const named = { ...testCase, title, group: "state" as const };
  if (link !== undefined) {
    const request = requestOfLink(controls, control, testCase.request, link);
    return request && { ...named, request };
  }
  const cursor = cursorIn(body);
  const parameter = control.operation.parameters.find(
    ({ key, name }) => key.startsWith("query ") && cursorParameters.test(plainName(name)),
  );
  if (cursor === undefined || parameter === undefined) return undefined;
  const values = new Map([...testCase.values, [parameter.key, cursor]]);
  const next = validCase(control.base, values);
  return next && { ...next, title, group: "state" };
}

/** A link to the next page in a body. */
function linkIn(body: JsonValue): string | undefined {
  const places = ["/links/next", "/links/next/href", "/_links/next/href", "/_links/next", "/next"];
  const found = places.map((at) => valueAt(body, at));
  return found
    .find((each) => typeof each === "string" && /^(https?:\/\/|\/|\?)/.test(each))
    ?.toString();
}

/** The link with the relation `next` of a `Link` header (RFC 8288). */
function linkOf(header = ""): string | undefined {
  const [, url] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(header) ?? [];
  return url;
}

function cursorIn(body: JsonValue): JsonValue | undefined {
  if (!isObject(body)) return undefined;
  const members = Object.entries(body);
  const own = members.find(
    ([name, value]) =>
      cursorMembers.test(plainName(name)) &&
      (typeof value === "string" || typeof value === "number"),
  )?.[1];
  const inner = members.map(([, value]) => value).filter(isObject);
  return own === "" ? undefined : (own ?? inner.map(cursorIn).find((each) => each !== undefined));
}

/** `undefined`: the link leads to another operation. */
function requestOfLink(
  { session }: Controls,
  { operation }: Control,
  request: HttpRequest,
  link: string,
): HttpRequest | undefined {
  const { baseUrl, contract } = session.run;
  const basePath = new URL(baseUrl).pathname.replace(/\/+$/, "");
  const target = parseTarget(link.startsWith("?") ? request.path + link : link);
  const path = target.path.startsWith(`${basePath}/`)
    ? target.path.slice(basePath.length)
    : target.path;
  const next = { ...request, path, query: target.query };
  const judged = contract.judge(next);
  return judged.operation === operation && judged.violations.length === 0 ? next : undefined;
}
