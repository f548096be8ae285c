import type { Contract } from "@workflow-api/contract";
import type { MockAnswer, MockRequest } from "./message.ts";

type Answering = (request: MockRequest) => Promise<MockAnswer>;

/** How much is remembered, in characters of requests and answers. */
const capacity = 8 * 1024 * 1024;

/** A longer body is not compared with those before it, in characters. */
const longestBody = 4096;

/**
 * Remembers answers by everything in a request that they can depend on: the method, the target, the body, and the
 * headers that the contract, negotiation and preferences look at. Of a credential only its form counts, as it does for
 * Prism. What is remembered equals what would be answered afresh; what is dynamic is never remembered.
 */
export function rememberAnswers(contract: Contract, answer: Answering): Answering {
  const keyOf = createKey(contract);
  const remembered = new Map<string, Promise<MockAnswer>>();
  let size = 0;
  return (request) => {
    const key = keyOf(request);
    if (key === undefined) return answer(request);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const fresh = answer(request);
    remembered.set(key, fresh);
    void fresh.then(({ body = "" }) => {
      size += key.length + body.length;
      if (size < capacity) return;
      remembered.clear();
      size = 0;
    });
    return fresh;
  };
}

/** What Prism looks at besides the headers of the contract. */
const always = ["accept", "content-type", "content-encoding"];

/** The class of a request; `undefined`: it is to be answered afresh. */
function createKey({ operations }: Contract): (request: MockRequest) => string | undefined {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const schemes = operations.flatMap(({ security }) => security.flat());
  const declared = new Set(
    parameters.flatMap(({ in: place, name }) => (place === "header" ? [name.toLowerCase()] : [])),
  );
  const keys = new Set(
    schemes.flatMap(({ in: place, name }) =>
      place === "header" && name !== undefined ? [name.toLowerCase()] : [],
    ),
  );
  const exact = [...new Set([...always, ...declared, "cookie"])];
  const present = [...keys].filter((name) => !declared.has(name));
  return ({ method, target, headers, body }) => {
    const text = body === undefined ? "" : body.toString();
    if (text.length > longestBody || isDynamic(target, headers["prefer"])) return undefined;
    let key = `${method} ${target}`;
    for (const name of exact) key += `\n${headers[name] ?? "\r"}`;
    for (const name of present) key += headers[name] ? "\n+" : "\n-";
    return `${key}\n${formOf(headers["authorization"])}\n${text}`;
  };
}

function isDynamic(target: string, prefer: string | undefined): boolean {
  return prefer !== undefined || target.includes("__");
}

function formOf(authorization: string | undefined): string {
  if (authorization === undefined) return "\r";
  return /^bearer\s./i.test(authorization) ? "bearer" : authorization;
}
