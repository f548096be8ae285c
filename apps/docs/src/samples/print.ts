import { isObject, type JsonValue } from "@workflow-api/contract";
import { propertyName } from "@workflow-api/contract/calls";

/** A JSON value as a TypeScript expression: on one line if it is short, else a member a line. */
export function print(value: JsonValue, indent: string = ""): string {
  const short = printShort(value);
  if (short.length + indent.length <= 72 || (!Array.isArray(value) && !isObject(value))) {
    return short;
  }
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${print(item, inner)},\n`).join("")}${indent}]`;
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${inner}${propertyName(name)}: ${print(member, inner)},\n`],
  );
  return `{\n${members.join("")}${indent}}`;
}

function printShort(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(printShort).join(", ")}]`;
  }
  if (!isObject(value)) {
    return JSON.stringify(value);
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${propertyName(name)}: ${printShort(member)}`],
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
