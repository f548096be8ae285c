import type { MockAnswer } from "../message.ts";
import type { Cors } from "./cors.ts";

/** An answer as a socket takes it. */
export interface WireForm {
  readonly head: Record<string, string>;
  /** Text, which Node sends together with the head. */
  readonly body: string | undefined;
}

const remembered = new WeakMap<Cors, WeakMap<MockAnswer, WireForm>>();

/** The wire form of an answer. Answers are remembered, so theirs is too, except for pages of other origins. */
export function wireForm(cors: Cors, origin: string | undefined, answer: MockAnswer): WireForm {
  if (origin !== undefined) return create(cors, origin, answer);
  const known = remembered.get(cors) ?? new WeakMap<MockAnswer, WireForm>();
  remembered.set(cors, known);
  const form = known.get(answer) ?? create(cors, origin, answer);
  known.set(answer, form);
  return form;
}

function create(cors: Cors, origin: string | undefined, { headers, body }: MockAnswer): WireForm {
  const length = body === undefined ? undefined : { "content-length": String(Buffer.byteLength(body)) };
  return { head: { ...headers, ...cors.headersFor(origin, headers), ...length }, body };
}
