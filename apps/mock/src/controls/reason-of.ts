import { type MockAnswer, type RequestError, refusalHeader } from "../message.ts";

/**
 * Why an answer was given: why it is its scenario, or without one, what a problem says or what is wrong with the request.
 * `engine`: Prism answered by itself. What came is not repeated.
 */
export function reasonOf({ scenario, headers, body = "", errors }: MockAnswer): string {
  if (scenario !== undefined) return scenario.reason;
  const found = headers[refusalHeader] ?? errors?.map(sentence).join("; ");
  if (headers["content-type"] !== "application/problem+json")
    return found === undefined ? "engine" : `refused: ${found}`;
  const { title, detail }: { title?: unknown; detail?: unknown } = JSON.parse(body);
  return `${title}: ${found ?? detail}`;
}

/** One thing that is wrong, in words: where, and what was expected. */
function sentence({ in: place, name, pointer, expected }: RequestError): string {
  return [place, name, pointer, expected].filter((part) => part !== undefined).join(" ");
}
