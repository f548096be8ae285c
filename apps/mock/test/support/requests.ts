import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import type { HttpRequest } from "@workflow-api/contract";
import { parseTarget } from "@workflow-api/contract/http";
import type { MockResponse } from "../../src/index.ts";

export const domain = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
export const keys: Readonly<Record<string, string>> = {
  "x-domain": domain,
  "x-api-key": "k",
  "x-api-secret": "s",
};
export const cage = "/v1/cages/cage-text";
export const reset = "/v1/flows/f/tasks/t/reset";

/** A GET with the right credentials. */
export function get(target: string, headers: Readonly<Record<string, string>> = {}): HttpRequest {
  return { method: "GET", ...parseTarget(target), headers: { ...keys, ...headers }, body: "" };
}

/** A POST with the right credentials. */
export function post(
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): HttpRequest {
  return { method: "POST", ...parseTarget(target), headers: { ...keys, ...headers }, body };
}

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The contract that these requests are for. */
export const contractFile: string = fileOf("cages.yaml");
export const contractText: string = readFileSync(contractFile, "utf8");
/** A contract with an operation for each other rule. */
export const thingsFile: string = fileOf("things.yaml");

/** The parsed body of a response. */
export function json({ body }: Pick<MockResponse, "body">): Record<string, unknown> {
  return JSON.parse(body);
}

/** Sends bytes as they are, and reads until the server ends the connection. */
export function sendRaw(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("error", (error) => (text === "" ? reject(error) : resolve(text)));
    socket.on("close", () => resolve(text));
    socket.write(bytes);
  });
}

/** The lines of a request after which the server ends the connection. */
export function lines(first: string, ...headers: readonly string[]): string {
  const all = [`${first} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers];
  return `${all.join("\r\n")}\r\n\r\n`;
}

export const keyLines: readonly string[] = Object.entries(keys).map(
  ([name, value]) => `${name}: ${value}`,
);

/** The status of a raw response. */
export function statusOf(raw: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0);
}
