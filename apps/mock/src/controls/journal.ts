import type { Contract } from "@workflow-api/contract";
import { credentialNames, hidden } from "../credential-names.ts";
import type { MockAnswer, MockRequest, RequestError } from "../message.ts";
import { reasonOf } from "./reason-of.ts";
import { shownHeader, shownTarget } from "./shown-target.ts";
import { type Check, validated } from "./validated.ts";

/** A request that came, and what answered it. */
export interface JournalEntry {
  /** Counts the requests from 1. */
  readonly number: number;
  /** When it came (ISO 8601). */
  readonly at: string;
  /** Empty, as the target is: what came could not be read so far. */
  readonly method: string;
  /** Credentials in it and in the headers are replaced by `(credential)`. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of its body. */
  readonly body: string | undefined;
  readonly operationId: string | undefined;
  readonly status: number | "dropped";
  readonly scenario: string | undefined;
  /** Why it is this scenario; without a scenario, what is wrong with the request. */
  readonly reason: string;
  /** What is wrong with the request, if it was refused for what stands in one place. */
  readonly errors?: readonly RequestError[];
  /** The failure, if it is one that was asked for, such as `5%:404`. */
  readonly failure?: string;
  /** What of the request was held against the contract, and what came of it. */
  readonly validated: readonly Check[];
}

/** The last requests. */
export interface Journal {
  record(request: MockRequest, answer: MockAnswer, dropped: boolean): void;
  entries(contract: Contract): JournalEntry[];
  clear(): void;
}

interface Kept {
  readonly number: number;
  readonly at: number;
  readonly request: MockRequest;
  readonly answer: MockAnswer;
  readonly dropped: boolean;
}

/** So many requests are kept. */
const capacity = 200;

/** So much of a body is kept, in characters. */
const longestBody = 2000;

/** Keeps the last requests as they came, and makes them fit to be shown only when they are asked for. */
export function createJournal(): Journal {
  let kept: Kept[] = [];
  let number = 0;
  return {
    record(request, answer, dropped) {
      number++;
      if (kept.length >= capacity * 2) kept = kept.slice(-capacity);
      kept.push({ number, at: Date.now(), request: withoutBulk(request), answer, dropped });
    },
    entries(contract) {
      const names = credentialNames(contract);
      return kept.slice(-capacity).map((each) => ({
        ...entryOf(each, names),
        validated: validated(contract, each.request, each.answer.failure?.insteadOf ?? each.answer),
      }));
    },
    clear() {
      kept = [];
      number = 0;
    },
  };
}

/** The request with no more of its body than is shown: hundreds of long ones would fill the memory. */
function withoutBulk(request: MockRequest): MockRequest {
  const { body } = request;
  // A character is four bytes at most.
  const longest = longestBody * 4;
  if (body === undefined || body.length <= longest) return request;
  // A part of bytes holds on to all of them unless it is copied.
  return {
    ...request,
    body: typeof body === "string" ? body.slice(0, longest) : new Uint8Array(body.subarray(0, longest)),
  };
}

function entryOf(
  { number, at, request, answer, dropped }: Kept,
  names: ReadonlySet<string>,
): Omit<JournalEntry, "validated"> {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, names.has(name.toLowerCase()) ? hidden : shownHeader(value, names)]],
  );
  const text = request.body === undefined ? "" : new TextDecoder().decode(toBytes(request.body));
  return {
    number,
    at: new Date(at).toISOString(),
    method: request.method,
    target: shownTarget(request.target, names),
    headers: Object.fromEntries(headers),
    body: text === "" ? undefined : text.slice(0, longestBody),
    operationId: answer.operationId,
    status: dropped ? "dropped" : answer.status,
    scenario: answer.scenario?.name,
    reason: reasonOf(answer),
    ...(answer.errors !== undefined && { errors: answer.errors }),
    ...(answer.failure !== undefined && { failure: answer.failure.asked }),
  };
}

function toBytes(body: Uint8Array | string): Uint8Array {
  return typeof body === "string" ? new TextEncoder().encode(body) : body;
}
