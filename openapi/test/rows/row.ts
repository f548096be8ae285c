import type { Edit } from "../edit.ts";

/** An edit of `fixtures/library.yaml` that breaks one rule and nothing else. */
export interface Row extends Edit {
  readonly rule: string;
  /** Completes "refuses …". */
  readonly title: string;
  /** The JSON Pointer of the place that is named. */
  readonly at: string;
}

export const listBooks = "/paths/~1books/get";
export const getBook = "/paths/~1books~1{bookNumber}/get";
export const replaceBook = "/paths/~1books~1{bookNumber}/put";
export const json = "content/application~1vnd.api+json";
