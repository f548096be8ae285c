import type { Contract } from "@workflow-api/contract";
import { callingOperations } from "./calling-operations.ts";
import type { MockAnswer, MockRequest } from "./message.ts";
import { isWrongSecret } from "./request/wrong-secret.ts";

type Answering = (request: MockRequest) => Promise<MockAnswer>;

/** How much is remembered, in characters of requests and answers. */
const capacity = 8 * 1024 * 1024;

/** A longer body is not compared with those before it, in characters. */
const longestBody = 4096;

/**
 * Remembers answers by everything in a request that they can depend on: the method, the target, the body, and the
 * headers that the contract, negotiation and preferences look at. Of a credential only its form counts, as it does for
 * Prism. What is remembered equals what would be answered afresh; what is dynamic or sends callbacks is never remembered.
 */
export function rememberAnswers(contract: Contract, answer: Answering): Answering {
  const keyOf = createKey(keyNames(contract));
  const calling = callingOperations(contract);
  const remembered = new Map<string, Promise<MockAnswer>>();
  let size = 0;
  const remember = async (key: string, fresh: Promise<MockAnswer>): Promise<void> => {
    const { body = "", operationId = "" } = await fresh;
    if (calling.has(operationId)) return;
    size += key.length + body.length;
    if (size >= capacity) {
      remembered.clear();
      size = key.length + body.length;
    }
    remembered.set(key, fresh);
  };
  return (request) => {
    const key = keyOf(request);
    if (key === undefined) return answer(request);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const fresh = answer(request);
    remember(key, fresh).catch(() => undefined);
    return fresh;
  };
}

/** The headers that an answer can depend on, by lower-case name. */
export interface KeyNames {
  /** Those whose value counts. */
  readonly exact: readonly string[];
  /** Those of credentials, of which it counts whether they are there, and whether they are empty or wrong. */
  readonly present: readonly string[];
}

/** What Prism looks at besides the headers of the contract. */
const always = ["accept", "content-type", "content-encoding", "cookie"];

/** The headers that the answers of a contract can depend on. */
export function keyNames({ operations }: Contract): KeyNames {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const schemes = operations.flatMap(({ security }) => security.flat());
  const inHeader = (place: string | undefined, name = ""): string[] =>
    place === "header" ? [name.toLowerCase()] : [];
  const exact = new Set([...always, ...parameters.flatMap(({ in: place, name }) => inHeader(place, name))]);
  const present = new Set(schemes.flatMap(({ in: place, name }) => inHeader(place, name)));
  return { exact: [...exact], present: [...present].filter((name) => !exact.has(name)) };
}

/** The class of a request, as text; `undefined`: it is to be answered afresh. */
export function createKey({ exact, present }: KeyNames): (request: MockRequest) => string | undefined {
  return ({ method, target, headers, body }) => {
    const text = body === undefined ? "" : body.toString();
    if (text.length > longestBody || isDynamic(target, headers["prefer"])) return undefined;
    let key = `${method} ${target}`;
    for (const name of exact) key += `\n${headers[name] ?? "\r"}`;
    for (const name of present) key += `\n${presenceOf(headers[name])}`;
    return `${key}\n${formOf(headers["authorization"])}\n${text}`;
  };
}

function isDynamic(target: string, prefer: string | undefined): boolean {
  return prefer !== undefined || target.includes("__");
}

function presenceOf(credential: string | undefined): string {
  if (credential === undefined) return "-";
  if (credential.trim() === "") return "0";
  return isWrongSecret(credential) ? "!" : "+";
}

function formOf(authorization: string | undefined): string {
  if (authorization === undefined) return "\r";
  const [, token] = /^bearer\s+(\S.*)$/i.exec(authorization) ?? [];
  // No header can be this.
  return token === undefined || isWrongSecret(token) ? authorization : "\rbearer";
}
