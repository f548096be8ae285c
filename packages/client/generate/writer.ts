import type { Operation } from "@workflow-api/contract";
import { propertyName } from "../src/calls.ts";

/** A member of a type: its key, its type, and a comment on it. */
export type Member = readonly [key: string, type: string, description?: string];

/** An object type, a line for each member. */
export function typeOf(members: readonly Member[]): string {
  if (members.length === 0) return "{}";
  const lines = members.map(
    ([key, type, description = ""]) => `\n${comment(description)}${key}: ${type};`,
  );
  return `{${lines.join("").replaceAll(/\n(?=.)/g, "\n  ")}\n}`;
}

/** The member of an option, an argument or a credential. */
export function givenMember(
  name: string,
  isRequired: boolean,
  type: string,
  description: string,
): Member {
  const key = `readonly ${propertyName(name)}`;
  return isRequired ? [key, type, description] : [`${key}?`, `${type} | undefined`, description];
}

/** Names as a union of literals. */
export function union(names: Iterable<string>): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ") || "never";
}

/** A text of the contract as a comment above something. */
export function comment(text: string): string {
  if (text.trim() === "") return "";
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** What the contract says of an operation. */
export function textOf({ description, summary }: Operation): string {
  return [summary, description].filter((text) => text !== "").join("\n\n");
}
