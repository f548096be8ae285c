import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import {
  type HttpRequest,
  type HttpResponse,
  isObject,
  type JsonValue,
} from "@workflow-api/contract";
import { describeOperations } from "../describe.ts";
import type { Mock } from "../mock.ts";
import { type Problem, problemResponse } from "../problem.ts";
import type { Cors } from "./cors.ts";

/** Below which path a mock is watched and controlled. */
export const controlPath = "/__mock";

/** Whether a request target is for the controls. */
export function isControl(target: string): boolean {
  return target.startsWith(controlPath) && /^(?:[/?#]|$)/.test(target.slice(controlPath.length));
}

/** The server that is controlled. */
export interface ControlledServer {
  readonly mock: Mock;
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** The host that it was told to listen on. */
  readonly host: string;
  /** Why the file on disk is not what it serves. `undefined`: it is. */
  readonly contractError: string | undefined;
  readonly cors: Cors;
}

/** Answers a request to the controls. */
export function answerControl(server: ControlledServer, request: HttpRequest): HttpResponse {
  const [path = ""] = request.target.slice(controlPath.length).split(/[?#]/, 1);
  const foreign = foreignHost(request, server.host) ?? foreignOrigin(request, path);
  if (foreign !== undefined) return problemResponse(foreign);
  const file = request.method === "GET" ? pageFile(path) : undefined;
  if (file !== undefined) return file;
  const [, name = "", rest = ""] = /^\/([^/]*)(?:\/(.*))?$/.exec(path) ?? [];
  const route = routes[`${request.method} ${name}`];
  if (route === undefined) return problemResponse(unknownControl);
  try {
    const value = route({ server, rest: decodeURIComponent(rest), body: readBody(request.body) });
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    const shared =
      name === "health" ? server.cors.headersFor(request.headers["origin"], headers) : {};
    return { status: 200, headers: { ...headers, ...shared }, body: JSON.stringify(value) };
  } catch (error) {
    const detail = `${error instanceof Error ? error.message : String(error)}.`;
    return problemResponse({
      status: 400,
      code: "control-value",
      title: "This cannot be set",
      detail,
    });
  }
}

interface Call {
  readonly server: ControlledServer;
  readonly rest: string;
  readonly body: JsonValue;
}

const routes: Readonly<Record<string, (call: Call) => unknown>> = {
  "GET health": ({ server }) => healthOf(server),
  "GET requests": ({ server }) => server.mock.journal.entries(),
  "GET state": ({ server }) => stateOf(server),
  "PUT sequences": ({ server, rest, body }) => {
    const { scenarios, repeat = false, ...others } = isObject(body) ? body : { scenarios: body };
    if (!Array.isArray(scenarios) || typeof repeat !== "boolean" || Object.keys(others).length > 0)
      throw new Error(
        'A sequence is a list of scenario names, or an object such as {"scenarios": ["name"], "repeat": true}',
      );
    server.mock.controls.setSequence(rest, scenarios.map(String), { repeat });
    return stateOf(server);
  },
  "PUT behaviour": ({ server, body }) => {
    const { delay, fail, ...others } = isObject(body) ? body : { body };
    if (Object.keys(others).length > 0)
      throw new Error('A behaviour is an object such as {"delay": "300..900", "fail": "5%"}');
    server.mock.controls.setBehaviour({ delay: textOf(delay), fail: textOf(fail) });
    return stateOf(server);
  },
  "POST reset": ({ server }) => {
    server.mock.controls.reset();
    return stateOf(server);
  },
};

function healthOf({ contractError, mock: { contract } }: ControlledServer): object {
  return {
    // The file on disk is broken, and the last good contract is still served.
    status: contractError === undefined ? "ok" : "stale",
    title: contract.info.title,
    version: contract.info.version,
    contract: contract.file,
    contractError: contractError ?? null,
  };
}

function stateOf(server: ControlledServer): object {
  const { mock, url } = server;
  const operations = describeOperations(mock.contract, url);
  return { ...healthOf(server), url, operations, ...mock.controls.settings() };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function readBody(body: string): JsonValue {
  try {
    return body === "" ? null : JSON.parse(body);
  } catch {
    throw new Error("The body must be JSON, but cannot be parsed as it");
  }
}

/**
 * Keeps out domains of others that an attacker points at this machine (DNS rebinding): it is called
 * by `localhost` or by an address.
 */
function foreignHost({ headers }: HttpRequest, ownHost: string): Problem | undefined {
  const url = `http://${headers["host"] ?? ""}`;
  const name = URL.canParse(url) ? new URL(url).hostname : "";
  const isOwn = name === "localhost" || name.endsWith(".localhost") || name === ownHost;
  if (isOwn || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0) return undefined;
  const detail = "Open them at localhost or at an IP address.";
  return {
    status: 421,
    code: "host",
    title: "The controls are not served under this name",
    detail,
  };
}

/**
 * Keeps out pages of other origins. The health is no secret: whether they can read it is for CORS
 * to say.
 */
function foreignOrigin({ headers }: HttpRequest, path: string): Problem | undefined {
  const { host, origin } = headers;
  if (origin === undefined || path === "/health") return undefined;
  if (URL.canParse(origin) && new URL(origin).host === host) return undefined;
  const detail = "Use the mock's own page, or a client that is no browser.";
  return {
    status: 403,
    code: "origin",
    title: "The controls are not for pages of other origins",
    detail,
  };
}

const unknownControl: Problem = {
  status: 404,
  code: "control",
  title: "There is no such control",
  detail: `There are GET ${controlPath}/, ${controlPath}/health, ${controlPath}/requests and ${controlPath}/state, PUT ${controlPath}/sequences/OPERATION and ${controlPath}/behaviour, and POST ${controlPath}/reset.`,
};

/** The page asks this server for what it shows, and no other. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const mediaTypes: Readonly<Record<string, string>> = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
};

/** A file of the page. `undefined`: there is none of this path. */
function pageFile(path: string): HttpResponse | undefined {
  if (path === "") return { status: 302, headers: { location: `${controlPath}/` }, body: "" };
  const name = path === "/" ? "index.html" : path.slice(1);
  if (!/^(?:index\.html|style\.css|main\.js|views\.js)$/.test(name)) return undefined;
  const headers = {
    "content-type": `${mediaTypes[name.split(".")[1] ?? ""]}; charset=utf-8`,
    "cache-control": "no-store",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
  };
  const read = (file: string): Buffer =>
    readFileSync(new URL(`../../page/${file}`, import.meta.url));
  const inlined = (font: string): string => `data:;base64,${read(font).toString("base64")}`;
  // The fonts are within the style, because answers are texts.
  return { status: 200, headers, body: String(read(name)).replaceAll(/[\w-]+\.woff2/g, inlined) };
}
