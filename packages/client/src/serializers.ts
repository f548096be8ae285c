import type { Expected, Headers, Parameter } from "./operation.ts";

/** What a header can hold unchanged. */
export const PRINTABLE: RegExp = /^[!-~]([ -~]*[!-~])?$/;

/** The request of a call, without credentials, as the arguments are written into it. */
export interface CallRequest {
  url: string;
  readonly headers: Headers;
  body: string | null;
  /** What the body of the response must hold, because the call asks for it. */
  readonly included: Expected[];
}

/** Writes the arguments of one location into requests. */
export interface Serializer {
  readonly in: "path" | "query" | "header" | "body";
  /** Throws an error whose message completes "cannot be sent: ". */
  write(request: CallRequest, parameter: Parameter, value: unknown): void;
}

export const path: Serializer = {
  in: "path",
  write(request, parameter, value) {
    const segment = textsOf(value, parameter).map(encodeURIComponent).join();
    // URL parsers remove these segments: the request would go to another resource.
    if (/^\.{0,2}$/.test(segment)) throw new TypeError('it must not be "", "." or ".."');
    request.url = request.url.replace(`{${parameter.name}}`, () => segment);
  },
};

export const query: Serializer = {
  in: "query",
  write(request, parameter, value) {
    const texts = textsOf(value, parameter);
    const key = `${encodeURIComponent(parameter.name)}=`;
    const separator = parameter.separator === "&" ? `&${key}` : ",";
    const mark = request.url.includes("?") ? "&" : "?";
    if (texts.length > 0) request.url += mark + key + texts.map(encodeURIComponent).join(separator);
    const { includes } = parameter;
    for (const text of texts)
      if (includes && Object.hasOwn(includes, text)) request.included.push(includes[text] ?? false);
  },
};

export const header: Serializer = {
  in: "header",
  write(request, parameter, value) {
    const texts = textsOf(value, parameter);
    // A comma would split an item of an array.
    for (const text of texts)
      if (!PRINTABLE.test(text) || (parameter.separator && text.includes(",")))
        throw new TypeError("no header can hold it");
    if (texts.length > 0) request.headers[parameter.name.toLowerCase()] = texts.join();
  },
};

export const body: Serializer = {
  in: "body",
  write(request, parameter, value) {
    request.headers["content-type"] = parameter.name;
    request.body = JSON.stringify(value) ?? null;
    if (request.body === null) throw new TypeError("it is no JSON");
  },
};

/** The items of an argument as strings; an argument that is not an array is one item. */
function textsOf(value: unknown, { separator }: Parameter): string[] {
  const items = separator ? value : [value];
  if (!Array.isArray(items)) throw new TypeError("it must be an array");
  return items.map((item) => {
    if (typeof item !== "string" && typeof item !== "boolean" && !Number.isFinite(item))
      throw new TypeError("it must be a string, a boolean or a finite number");
    return String(item);
  });
}
