import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { withName, withNode } from "../../src/score/edit.ts";

/** What makes another contract of one. */
export type Change = (document: JsonObject) => JsonObject;

/** Puts a value at a JSON Pointer. `undefined`: takes away what is there. */
export const set =
  (pointer: string, value: JsonValue | undefined): Change =>
  (document) =>
    withNode(document, pointer, value);

/** Gives what is at a JSON Pointer another name. */
export const rename =
  (pointer: string, name: string): Change =>
  (document) =>
    withName(document, pointer, name);

/** Makes several changes, one after the other. */
export const both =
  (...changes: readonly Change[]): Change =>
  (document) =>
    changes.reduce((changed, change) => change(changed), document);

/** Whom a change breaks, in words. */
export const named = (whom: readonly string[]): string => whom.join(" and ") || "nobody";
