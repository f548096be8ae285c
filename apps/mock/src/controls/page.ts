import { readFileSync } from "node:fs";
import type { MockAnswer } from "../message.ts";
import { controlsPath } from "./path.ts";

/** The files of the page, as they stand in its folder, and their media types. */
const files: Readonly<Record<string, string>> = {
  "index.html": "text/html; charset=utf-8",
  "style.css": "text/css; charset=utf-8",
  "main.js": "text/javascript; charset=utf-8",
  "element.js": "text/javascript; charset=utf-8",
  "mock.js": "text/javascript; charset=utf-8",
  "operations.js": "text/javascript; charset=utf-8",
  "refusal.js": "text/javascript; charset=utf-8",
  "requests.js": "text/javascript; charset=utf-8",
  "scenario.js": "text/javascript; charset=utf-8",
};

/** The page asks this server for what it shows, and no other. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A file of the page of the controls, read once.
 * @param path What follows the path of the controls: `/` is the page itself, an empty one leads there.
 * @returns `undefined` if it is none.
 */
export function pageFile(path: string): MockAnswer | undefined {
  if (path === "") return answer(302, { location: `${controlsPath}/` }, "");
  const name = path === "/" ? "index.html" : path.slice(1);
  const type = files[name];
  if (type === undefined) return undefined;
  const known = read.get(name) ?? answer(200, headersOf(type), textOf(name));
  read.set(name, known);
  return known;
}

const read = new Map<string, MockAnswer>();

function textOf(name: string): string {
  return readFileSync(new URL(`../../page/${name}`, import.meta.url), "utf8");
}

function headersOf(type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": "no-store",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
  };
}

function answer(status: number, headers: Record<string, string>, body: string): MockAnswer {
  return { status, headers, body, operationId: undefined, scenario: undefined };
}
