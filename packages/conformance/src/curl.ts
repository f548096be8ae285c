import type { CaseRequest } from "./case.ts";
import type { Credentials } from "./credentials.ts";
import { type Piece, piecesOf } from "./stand-ins.ts";

/**
 * A command that sends a request, for any POSIX shell: it runs as it is printed. A secret is the variable that holds it.
 * @param baseUrl The address of the server; `$BASE_URL` is left to the shell.
 */
export function curlOf(baseUrl: string, request: CaseRequest, standIns: Credentials): string {
  const { method, target, headers, body } = request;
  const base = baseUrl.replace(/\/+$/, "");
  const address: Piece[] = [
    base.startsWith("$") ? { shell: base } : { text: base },
    ...piecesOf(target, standIns),
  ];
  const content = body === undefined ? [] : piecesOf(body, standIns);
  const piped = pipeOf(content);
  const has = (name: string): boolean => Object.keys(headers).some((each) => each.toLowerCase() === name);
  const lines = [
    ["curl", "-i", ...flagsFor(method, target), word(address)].join(" "),
    ...Object.entries(headers).map(([name, value]) =>
      value === "" ? `-H ${quoted(`${name};`)}` : `-H ${word(piecesOf(`${name}: ${value}`, standIns))}`,
    ),
    // What curl would add of its own.
    ...(has("accept") ? [] : ["-H 'Accept:'"]),
    ...(body === undefined || has("content-type") ? [] : ["-H 'Content-Type:'"]),
    ...(body === undefined ? [] : [`--data-binary ${piped === undefined ? word(content) : "@-"}`]),
  ];
  return `${piped ?? ""}${lines.join(" \\\n  ")}`;
}

/**
 * What pipes a text of several lines to the command: as a word it would lose its line ends where it is indented or pasted.
 * `undefined`: it has one line, or the shell fills in a part of it.
 */
function pipeOf(pieces: readonly Piece[]): string | undefined {
  const texts = pieces.flatMap((piece) => ("text" in piece ? [piece.text] : []));
  const text = texts.join("");
  if (texts.length < pieces.length || !/[\r\n]/.test(text)) return undefined;
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\r", "\\r").replaceAll("\n", "\\n");
  return `printf %b ${quoted(escaped)} | `;
}

/** What curl needs to be told so that it neither waits for the body of a HEAD nor corrects the address. */
function flagsFor(method: string, target: string): string[] {
  return [
    ...(method === "GET" ? [] : method === "HEAD" ? ["--head"] : ["-X", method]),
    ...(/\/\.{1,2}(?:[/?]|$)/.test(target) ? ["--path-as-is"] : []),
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
  ];
}

/** One word for the shell: in double quotes if that is safe, else in single ones up to what the shell fills in. */
function word(pieces: readonly Piece[]): string {
  const shells = pieces.some((piece) => "shell" in piece);
  const texts = pieces.map((piece) => ("text" in piece ? piece.text : "")).join("");
  if (!shells) return quoted(texts);
  if (!/[\\"$`!]/.test(texts))
    return `"${pieces.map((piece) => ("text" in piece ? piece.text : piece.shell)).join("")}"`;
  return pieces.map((piece) => ("text" in piece ? quoted(piece.text) : `"${piece.shell}"`)).join("");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
