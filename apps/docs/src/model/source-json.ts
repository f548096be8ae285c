import { existsSync, readFileSync } from "node:fs";
import type { Contract, Shape } from "@workflow-api/contract";
import { appendPointer, isObject, type JsonValue } from "@workflow-api/contract/json";
import { exactNumber, parseJson, printExact } from "../json-text.ts";

/**
 * The JSON of a value of the contract, by default indented, with each number as the file spells it.
 *
 * @param pointer - The JSON Pointer of the value in the document.
 */
export function sourceJson(
  contract: Contract,
  value: JsonValue,
  pointer: string,
  indent = 2,
): string {
  const spell = (each: JsonValue, at: string): JsonValue => {
    if (typeof each === "number") return spelledNumber(contract, each, at);
    if (Array.isArray(each)) return each.map((item, index) => spell(item, `${at}/${index}`));
    if (!isObject(each)) return each;
    const members = Object.entries(each).map(([name, member]) => [
      name,
      spell(member ?? null, appendPointer(at, name)),
    ]);
    return Object.fromEntries(members);
  };
  return printExact(spell(value, pointer), indent);
}

/** The value of a parameter, in which a number that JavaScript prints otherwise is a string. */
export function sourceValue(contract: Contract, value: JsonValue, pointer: string): JsonValue {
  if (Array.isArray(value))
    return value.map((item, index) => sourceValue(contract, item, `${pointer}/${index}`));
  const text = sourceJson(contract, value, pointer);
  return typeof value === "number" && text !== String(value) ? text : value;
}

/** The JSON Pointer of a value that a shape has as its example, default or only values. */
export function pointerOfValue({ schemas }: Shape, value: JsonValue): string {
  const pointers = schemas.flatMap(({ schema, pointer }) =>
    ["const", "default", "enum", "examples"].flatMap((keyword) => {
      const stated = schema[keyword];
      const at = `${pointer}/${keyword}`;
      if (!Array.isArray(stated)) return stated === value ? [at] : [];
      return stated.includes(value) ? [`${at}/${stated.indexOf(value)}`] : [];
    }),
  );
  return pointers[0] ?? "";
}

function spelledNumber(contract: Contract, number: number, pointer: string): JsonValue {
  const { column, line } = contract.locate(pointer);
  // The place of a member is that of its name.
  const member = linesOf(contract)[line - 1]?.slice(column - 1) ?? "";
  const [, spelled = ""] = /^(?:[^:]*:\s*)?(-?\d[\d.eE+-]*)/.exec(member) ?? [];
  return parseJson(spelled) === number ? exactNumber(spelled) : number;
}

const cached = new WeakMap<Contract, readonly string[]>();

function linesOf(contract: Contract): readonly string[] {
  const known = cached.get(contract);
  if (known !== undefined) return known;
  const text = existsSync(contract.file) ? readFileSync(contract.file, "utf8") : "";
  cached.set(contract, text.split("\n"));
  return linesOf(contract);
}
