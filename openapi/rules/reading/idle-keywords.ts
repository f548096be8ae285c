import { fullFormats } from "ajv-formats/dist/formats.js";

/** Formats that any value has, or that one validator alone knows, and what to write instead. */
const idleFormats: ReadonlyMap<string, string> = new Map([
  ["password", "Say it in the description; `writeOnly: true` if it is sent and never answered"],
  ["binary", "Leave it out; `format: byte` if the text is Base64"],
  ["float", "Leave it out: a number is a number; `minimum` and `maximum` if it has bounds"],
  ["double", "Leave it out: a number is a number; `minimum` and `maximum` if it has bounds"],
  ["url", "Use `uri`"],
  ["iso-time", "Use `time`, or a pattern if there is no offset"],
  ["iso-date-time", "Use `date-time`, or a pattern if there is no offset"],
  ["json-pointer-uri-fragment", "Use `uri-reference` and a pattern"],
]);

/** The formats that the contract checks hold a value to. */
export const checkedFormats: readonly string[] = Object.keys(fullFormats).filter(
  (name) => !idleFormats.has(name),
);

/** What to do about a format that no check enforces; `undefined`: one does. */
export function adviceOnFormat(name: string): string | undefined {
  if (checkedFormats.includes(name)) return undefined;
  return idleFormats.get(name) ?? `Use one of ${checkedFormats.join(", ")}; or a pattern and the description`;
}

/**
 * Keywords of JSON Schema 2020-12 and OpenAPI on which neither a validator nor the mock nor the client acts, or on which
 * they differ, and what to write instead.
 */
export const idleKeywords: ReadonlyMap<string, string> = new Map([
  [
    "contentEncoding",
    "Write `format: byte`, which is checked, if it is Base64; else a pattern and the description",
  ],
  ["contentMediaType", "Say it in the description; the media type of a body is the name of its content"],
  ["contentSchema", "Send the value itself and not its text, or say it in the description"],
  ["xml", "Take it out: the bodies are JSON"],
  ["$schema", "Take it out: `jsonSchemaDialect` at the root is for every schema"],
  ["$id", "Take it out: a contract refers by the places of schemas in its files"],
  ["$anchor", "Take it out: a contract refers by JSON Pointers"],
  ["$dynamicAnchor", "Take it out: a contract refers by JSON Pointers"],
  ["$dynamicRef", "Write `$ref` and a JSON Pointer"],
  ["definitions", "Write `$defs`, or put the schemas under `components`"],
]);
