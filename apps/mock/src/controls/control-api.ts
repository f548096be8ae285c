import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { HttpRequest, HttpResponse } from "@workflow-api/contract";
import { readJson } from "@workflow-api/contract/http";
import { isObject, type JsonValue } from "@workflow-api/contract/json";
import type { Mock } from "../mock.ts";
import type { SequenceItem } from "../request/preference.ts";
import { type Problem, problemResponse, rejectionProblem } from "../request/problem.ts";
import { reasonOmitted } from "../request/unrouted.ts";
import { refuseHost, refuseOtherOrigin } from "../server/access.ts";
import type { Behaviour, Controls, Sequence } from "./controls.ts";
import { describeOperations, type OperationSummary } from "./operation-summary.ts";

/** The path of the controls. */
export const controlPath = "/__mock";

/** Whether a path is one of the controls. */
export function isControl(path: string): boolean {
  return path.startsWith(controlPath) && /^(?:[/#]|$)/.test(path.slice(controlPath.length));
}

/** Whether a path of the controls is the health or the readiness, which are no secret. */
export function isHealth(path: string): boolean {
  return /^\/(?:health|ready)(?:#|$)/.test(path.slice(controlPath.length));
}

/** The server that is controlled. */
export interface ControlledServer {
  readonly mock: Mock;
  /** Its URL, without a trailing slash. */
  readonly url: string;
  /** The host names in lower case that are allowed, beside those of this machine. */
  readonly hosts: ReadonlySet<string>;
  /** Why the served contract is not the file on disk. `undefined`: it is. */
  readonly contractError: string | undefined;
  /** Whether the page and the controls are served; health and readiness are in any case. */
  readonly hasControls: boolean;
  /** The base URL of the real service behind the mock. */
  readonly upstream: string | undefined;
  /** Whether it is ready for requests. */
  readonly isReady: boolean;
}

/** What `/__mock/health` says of the contract. */
export interface MockHealth {
  /** `stale`: the file on disk is broken, and the last good contract is still served. */
  readonly status: "ok" | "stale";
  readonly title: string;
  readonly version: string;
  /** The file name without its folder. */
  readonly contract: string;
  readonly contractError: string | null;
  /** The operations that get a 501. */
  readonly omitted: readonly {
    readonly operationId: string;
    readonly method: string;
    readonly path: string;
    readonly reason: string;
  }[];
}

/** What `/__mock/state` says: all that the page shows but the requests. */
export interface MockState extends MockHealth {
  readonly url: string;
  /** The base URL of the real service. `null`: there is none. */
  readonly upstream: string | null;
  readonly operations: readonly OperationSummary[];
  readonly sequences: readonly Sequence[];
  readonly behaviour: Behaviour;
}

/** Responds to a request to the controls. */
export function respondToControl(server: ControlledServer, request: HttpRequest): HttpResponse {
  const { headers, method } = request;
  if (!server.hasControls && !isHealth(request.path)) return problemResponse(withoutControls);
  const foreign = refuseHost(headers, server.hosts) ?? refuseOtherOrigin(headers);
  if (foreign !== undefined && !isHealth(request.path))
    return problemResponse(rejectionProblem(foreign));
  const [path = ""] = request.path.slice(controlPath.length).split("#", 1);
  const page = pageFile(path);
  if (page !== undefined) return page;
  const [, name = "", rest = ""] = /^\/([^/]*)(?:\/(.*))?$/.exec(path) ?? [];
  const control = controls.get(`${method === "HEAD" ? "GET" : method} ${name}`);
  if (control === undefined) return problemResponse(unknownControl);
  try {
    const value = control(server, {
      rest: decodeURIComponent(rest),
      body: parseControlBody(request.body),
    });
    const status = name === "ready" && !server.isReady ? 503 : 200;
    return { status, headers: jsonHeaders, body: JSON.stringify(value) };
  } catch (error) {
    const detail = `${error instanceof Error ? error.message : String(error)}.`;
    const title = "This cannot be set";
    return problemResponse({ status: 400, code: "control-value", title, detail });
  }
}

const jsonHeaders = { "content-type": "application/json", "cache-control": "no-store" };

interface ControlRequest {
  readonly rest: string;
  readonly body: JsonValue;
}

type Control = (server: ControlledServer, asked: ControlRequest) => unknown;

/** A control that changes something, and responds with the new state. */
function changing(change: (controls: Controls, asked: ControlRequest) => void): Control {
  return (server, asked) => {
    change(server.mock.controls, asked);
    return stateOf(server);
  };
}

/** By method and name. What is set is validated by {@link Controls}. */
const controls: ReadonlyMap<string, Control> = new Map<string, Control>([
  ["GET health", healthOf],
  ["GET ready", healthOf],
  ["GET requests", ({ mock }) => mock.journal.entries()],
  ["GET state", stateOf],
  ["PUT behaviour", changing((given, { body }) => given.setBehaviour(body as Behaviour))],
  ["POST reset", changing((given) => given.reset())],
  // The last one, which names an operation: see the list in the 404.
  ["PUT sequences", changing(setSequence)],
]);

function setSequence(given: Controls, { body, rest }: ControlRequest): void {
  const { scenarios, repeat = false, ...unknown } = isObject(body) ? body : { scenarios: body };
  if (!Array.isArray(scenarios) || typeof repeat !== "boolean" || Object.keys(unknown).length > 0)
    throw new Error(
      "A sequence is a list of names, statuses and responses, or an object such as " +
        '{"scenarios": ["name", 404, {"status": 200, "body": {}}], "repeat": true}',
    );
  given.setSequence(rest, scenarios as SequenceItem[], { repeat });
}

function healthOf({ contractError, mock: { contract } }: ControlledServer): MockHealth {
  const { info, omitted } = contract;
  const file = basename(contract.file);
  return {
    status: contractError === undefined ? "ok" : "stale",
    title: info.title,
    version: info.version,
    contract: file,
    contractError: contractError?.replaceAll(contract.file, file) ?? null,
    omitted: omitted.map((operation) => {
      const { method, operationId, path } = operation;
      return { operationId, method, path, reason: reasonOmitted(operation) };
    }),
  };
}

function stateOf(server: ControlledServer): MockState {
  const { mock, url } = server;
  const operations = describeOperations(mock.contract, url);
  const upstream = server.upstream ?? null;
  return { ...healthOf(server), url, upstream, operations, ...mock.controls.settings() };
}

function parseControlBody(body: string): JsonValue {
  if (body === "") return null;
  const read = readJson(body);
  if ("message" in read) throw new Error(`The body ${read.message}`);
  return read.value;
}

const withoutControls: Problem = {
  status: 404,
  code: "controls-off",
  title: "The controls are switched off",
  detail: `This mock was started with --no-controls: there are ${controlPath}/health and /ready.`,
};
const unknownControl: Problem = {
  status: 404,
  code: "control",
  title: "There is no such control",
  detail: `Below ${controlPath}/ there are ${[...controls.keys()].join(", ")}/OPERATION.`,
};

/** The page loads from this server alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The files of the page, and where they are; the build compiles its scripts. */
const pageFiles: ReadonlyMap<string, readonly [mediaType: string, file: string]> = new Map([
  ["/", ["text/html", "page/index.html"]],
  ["/style.css", ["text/css", "page/style.css"]],
  ["/main.js", ["text/javascript", "dist/page/main.js"]],
  ["/views.js", ["text/javascript", "dist/page/views.js"]],
]);

/** A file of the page. `undefined`: the path has none. */
function pageFile(path: string): HttpResponse | undefined {
  if (path === "") return { status: 302, headers: { location: `${controlPath}/` }, body: "" };
  const [mediaType, file] = pageFiles.get(path) ?? [];
  if (file === undefined) return undefined;
  const headers = {
    "content-type": `${mediaType}; charset=utf-8`,
    "cache-control": "no-store",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
  };
  const body = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  return { status: 200, headers, body };
}
