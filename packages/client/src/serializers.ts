import type { Expected, Headers, Parameter } from "./operation.ts";

/** What a header can hold unchanged. */
export const PRINTABLE: RegExp = /^[!-~]([ -~]*[!-~])?$/;

/** A request that is being written. */
export interface Draft {
  /** The segments of the path that are not plain strings, by name. */
  readonly path: Record<string, string>;
  /** Each pair with an `&` before it. */
  query: string;
  readonly headers: Headers;
  body: string | null;
  /** What the body of the response must hold, because the call asks for it. */
  readonly included: Expected[];
}

/** Throws an `ApiError` that says what is wrong with an argument. */
export type Fail = (problem: string) => never;

/** Writes the arguments of one location into requests. */
export interface Serializer {
  readonly in: "path" | "query" | "header" | "body";
  /** @returns False: the argument is absent. */
  write(draft: Draft, parameter: Parameter, value: unknown, fail: Fail): boolean;
}

export const path: Serializer = {
  in: "path",
  write(draft, parameter, value, fail) {
    const texts = textsOf(value, parameter, fail)?.map((text) => encode(text, fail));
    if (texts) draft.path[parameter.name] = texts.join();
    return texts !== undefined;
  },
};

export const query: Serializer = {
  in: "query",
  write(draft, parameter, value, fail) {
    const texts = textsOf(value, parameter, fail);
    if (texts === undefined) return false;
    const key = `&${encodeURIComponent(parameter.name)}=`;
    const encoded = texts.map((text) => encode(text, fail));
    const separator = parameter.separator === "&" ? key : ",";
    if (encoded.length > 0) draft.query += key + encoded.join(separator);
    if (parameter.includes) include(draft, parameter.includes, texts, fail);
    return true;
  },
};

function include(
  draft: Draft,
  includes: NonNullable<Parameter["includes"]>,
  texts: readonly string[],
  fail: Fail,
): void {
  const asked = Object.entries(includes).filter(([name]) => texts.includes(name));
  if (asked.length < texts.length)
    fail(`takes each of ${Object.keys(includes).join(", ")} at most once`);
  draft.included.push(...asked.map(([, expected]) => expected));
}

export const header: Serializer = {
  in: "header",
  write(draft, parameter, value, fail) {
    const texts = textsOf(value, parameter, fail);
    for (const text of texts ?? []) {
      // A comma would split an item, and an empty item would be lost.
      const isArray = parameter.separator !== "";
      const isSent = PRINTABLE.test(text) ? !isArray || !text.includes(",") : !isArray && !text;
      if (!isSent) fail("cannot be sent in headers");
      draft.headers[parameter.name.toLowerCase()] = `${texts}`;
    }
    return texts !== undefined;
  },
};

export const body: Serializer = {
  in: "body",
  write(draft, parameter, value, fail) {
    if (value === undefined) return false;
    draft.headers["content-type"] = parameter.name;
    draft.body = jsonOf(value) ?? fail("is no JSON");
    return true;
  },
};

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A BigInt, or a circle.
    return undefined;
  }
}

/** The items of an argument as strings; an argument that is not an array is one item. */
function textsOf(value: unknown, { separator }: Parameter, fail: Fail): string[] | undefined {
  if ((value ?? null) === null) return undefined;
  const items = separator ? value : [value];
  if (!Array.isArray(items)) return fail("must be an array");
  return items.map((item: unknown) => {
    if (typeof item !== "string" && typeof item !== "boolean" && !Number.isFinite(item))
      fail("must be a string, a boolean or a finite number");
    return String(item);
  });
}

/** A string as a part of a path or a query. */
export function encode(text: string, fail: Fail): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return fail("has half a surrogate pair");
  }
}
