import type { Certain, Headers, Take } from "./operation.ts";

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
  /** What the body of the response must hold for it. */
  readonly included: Certain[];
}

/** Throws an `ApiError` that says what is wrong with an argument. */
export type Fail = (problem: string) => never;

/** Writes an argument into a request. False: it is absent. */
export type Serializer = (draft: Draft, take: Take, value: unknown, fail: Fail) => boolean;

export const path: Serializer = (draft, take, value, fail) => {
  const texts = textsOf(value, take, fail)?.map((text) => encode(text, fail));
  if (texts) draft.path[take.name] = texts.join();
  return texts !== undefined;
};

export const query: Serializer = (draft, take, value, fail) => {
  const { name, list, adds } = take;
  const texts = textsOf(value, take, fail);
  if (texts === undefined) return false;
  const key = `&${encodeURIComponent(name)}=`;
  const encoded = texts.map((text) => encode(text, fail));
  if (encoded.length > 0) draft.query += key + encoded.join(list === "&" ? key : ",");
  if (adds) {
    const added = Object.keys(adds).filter((each) => texts.includes(each));
    if (added.length < texts.length)
      fail(`takes each of ${Object.keys(adds).join(", ")} at most once`);
    draft.included.push(...added.map((each) => adds[each] ?? false));
  }
  return true;
};

export const header: Serializer = (draft, take, value, fail) => {
  const { name, list } = take;
  const texts = textsOf(value, take, fail);
  for (const text of texts ?? []) {
    // A comma would split an item, and an empty item would be lost.
    const isSent = PRINTABLE.test(text) ? !list || !text.includes(",") : !list && text === "";
    if (!isSent) fail("cannot be sent in headers");
    draft.headers[name.toLowerCase()] = `${texts}`;
  }
  return texts !== undefined;
};

export const body: Serializer = (draft, { name }, value, fail) => {
  if (value === undefined) return false;
  draft.headers["content-type"] = name;
  draft.body = JSON.stringify(value) ?? fail("is no JSON");
  return true;
};

/** The items of an argument as strings; an argument that is not a list is one item. */
function textsOf(value: unknown, { list }: Take, fail: Fail): string[] | undefined {
  if ((value ?? null) === null) return undefined;
  const items = list ? value : [value];
  if (!Array.isArray(items)) return fail("must be a list");
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
