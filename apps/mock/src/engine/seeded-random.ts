import { createRandom } from "../controls/random.ts";

/** Does work that draws random numbers, of a seed if one is given. */
export type Drawing = <Outcome>(seed: string | undefined, work: () => Promise<Outcome>) => Promise<Outcome>;

/**
 * Lets works that draw random numbers take turns, each with a `Math.random` that follows its seed: json-schema-faker
 * asks that one for the numbers of a fractional `multipleOf`, whatever Prism seeds. A work may wait for promises only:
 * no other task then gets its turn before `Math.random` is the platform's again.
 */
export function createDrawing(): Drawing {
  let turn: Promise<unknown> = Promise.resolve();
  return (seed, work) => {
    const outcome = turn.then(() => (seed === undefined ? work() : withSeed(seed, work)));
    turn = outcome.catch(() => {});
    return outcome;
  };
}

async function withSeed<Outcome>(seed: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const { random } = Math;
  Math.random = createRandom(hashOf(seed));
  try {
    return await work();
  } finally {
    Math.random = random;
  }
}

/** FNV-1a, of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  return hash;
}
