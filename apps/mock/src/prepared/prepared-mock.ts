import type { Mock } from "../create-mock.ts";
import { createKey } from "../remember-answers.ts";
import type { Prepared } from "./prepared.ts";

/** Answers what was prepared at once, and anything else once the mock itself is there. */
export function createPreparedMock(
  { names, answers }: Prepared,
  loaded: () => Promise<Mock>,
): Pick<Mock, "answer"> {
  const keyOf = createKey(names);
  const known = new Map(answers);
  return {
    async answer(request, next) {
      const key = next === undefined ? keyOf(request) : undefined;
      const answer = key === undefined ? undefined : known.get(key);
      return answer ?? (await loaded()).answer(request, next);
    },
  };
}
