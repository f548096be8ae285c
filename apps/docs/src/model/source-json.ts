import { existsSync, readFileSync } from "node:fs";
import type { Contract } from "@workflow-api/contract";
import { appendPointer, isObject, type JsonValue } from "@workflow-api/contract/json";

/** Begins a string that stands for a number. No text of a contract holds it. */
const mark = "\u0000number ";

/**
 * The indented JSON of a value of the contract, with each number as the file spells it: JavaScript
 * prints 1.10 as 1.1.
 *
 * @param pointer - The JSON Pointer of the value in the document.
 */
export function sourceJson(contract: Contract, value: JsonValue, pointer: string): string {
  const lines = linesWithNumbers(contract.file);
  if (lines === undefined) return JSON.stringify(value, undefined, 2);
  const spell = (each: JsonValue, at: string): JsonValue => {
    if (typeof each === "number") return mark + spelledNumber(contract, lines, each, at);
    if (Array.isArray(each)) return each.map((item, index) => spell(item, `${at}/${index}`));
    if (!isObject(each)) return each;
    const members = Object.entries(each).map(([name, member]) => [
      name,
      spell(member ?? null, appendPointer(at, name)),
    ]);
    return Object.fromEntries(members);
  };
  const text = JSON.stringify(spell(value, pointer), undefined, 2);
  return text.replace(/"\\u0000number ([^"]*)"/g, "$1");
}

function spelledNumber(
  contract: Contract,
  lines: readonly string[],
  number: number,
  pointer: string,
): string {
  const { column, line } = contract.locate(pointer);
  // The place of a member is that of its name.
  const member = lines[line - 1]?.slice(column - 1) ?? "";
  const [, spelled] = /^(?:[^:]*:\s*)?(-?\d[\d.eE+-]*)/.exec(member) ?? [];
  return spelled !== undefined && Number(spelled) === number ? spelled : String(number);
}

const cached = new Map<string, readonly string[] | undefined>();

/** The lines of a file. `undefined`: JavaScript prints each of its numbers as it is written. */
function linesWithNumbers(file: string): readonly string[] | undefined {
  if (cached.has(file) || !existsSync(file)) return cached.get(file);
  const text = readFileSync(file, "utf8");
  const numbers = text.match(/(?<=[\s:[,])-?\d[\d.eE+-]*(?=[\s,\]}]|$)/g) ?? [];
  const isAsPrinted = (number: string): boolean => String(Number(number)) === number;
  const isOdd = numbers.some((each) => !Number.isNaN(Number(each)) && !isAsPrinted(each));
  const lines = isOdd ? text.split("\n") : undefined;
  cached.set(file, lines);
  return lines;
}
