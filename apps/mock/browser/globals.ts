export { Buffer } from "buffer/";

/** What packages for Node look up in it, at most. */
export const process: {
  readonly env: Readonly<Record<string, string>>;
  readonly browser: true;
  cwd(): string;
} = { env: {}, browser: true, cwd: () => "/" };

/** The name of the global object in Node. */
export const global: typeof globalThis = globalThis;

/** Where the page is. A test in Node that takes what is made for pages has none. */
export const location: { readonly origin: string; readonly pathname: string } = Reflect.get(
  globalThis,
  "location",
) ?? { origin: "http://localhost", pathname: "/" };
