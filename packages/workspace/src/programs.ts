/** What follows `node` to start the mock. Apps are started, never imported. */
export function mockArgs(port: number): string[] {
  return ["apps/mock/dist/bin.js", "--port", String(port)];
}

/** What follows `node` to start the docs beside a mock. */
export function docsArgs(port: number, mockPort: number): string[] {
  return ["apps/docs/src/bin.ts", "--port", String(port), "--mock", `http://127.0.0.1:${mockPort}`];
}
