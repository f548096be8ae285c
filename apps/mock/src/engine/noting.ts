import type { createInstance } from "@stoplight/prism-http";
import type { PrismRequest } from "./prism.ts";

type PrismMock = NonNullable<Parameters<typeof createInstance>[1]["mock"]>;

/** A mock for Prism that answers nothing, and notes what it is asked: Prism keeps the rest of its work to itself. */
export function noting<Noted>(
  notes: WeakMap<PrismRequest, Noted>,
  note: (asked: Parameters<PrismMock>[0]) => Noted,
): PrismMock {
  return (asked) => () => {
    notes.set(asked.input.data, note(asked));
    return { _tag: "Right", right: { statusCode: 200 } };
  };
}
