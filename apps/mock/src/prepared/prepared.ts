import { createHash } from "node:crypto";
import type { MockAnswer } from "../message.ts";
import type { KeyNames } from "../remember-answers.ts";

/** Answers of one contract, made when this package is built, so that a mock answers before its engine is loaded. */
export interface Prepared {
  /** Of the text of the contract, a single file. */
  readonly digest: string;
  readonly names: KeyNames;
  /** By the class of the request. */
  readonly answers: readonly (readonly [string, MockAnswer])[];
  /** What is printed at the start; {@link urlMark} stands for the address. */
  readonly startUp: string;
}

/** Stands for the address of the mock. */
export const urlMark = "http://mock.invalid";

/** Tells one text of a contract from any other. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
