/** How much processor time one call takes, in microseconds, and how that compares with the first contender. */
export interface Measurement {
  readonly name: string;
  readonly microseconds: number;
  readonly ratio: number;
}

/** How is measured. */
export interface Conditions {
  readonly rounds: number;
  /** The calls of a round. */
  readonly calls: number;
  /** How many of them are under way at once. */
  readonly concurrency: number;
}

/**
 * Measures contenders in turn, round by round, so that whatever else the machine does falls on all of them. Each round
 * has an order of its own: who runs after a contender collects its garbage too. As many rounds warm up before: the more
 * code a contender has, the later it is compiled.
 */
export async function measure(
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  { rounds, calls, concurrency }: Conditions,
): Promise<Measurement[]> {
  const entries = Object.entries(contenders);
  const times = new Map(entries.map(([name]): [string, number[]] => [name, []]));
  for (let round = -rounds; round < rounds; round++) {
    for (const [name, call] of shuffled(entries)) {
      const time = await timeOf(call, { calls, concurrency });
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  const [first] = times.values();
  return [...times].map(([name, own]) => ({
    name,
    microseconds: median(own),
    ratio: median(own.map((time, round) => time / (first?.[round] ?? Number.NaN))),
  }));
}

async function timeOf(
  call: () => Promise<unknown>,
  { calls, concurrency }: Omit<Conditions, "rounds">,
): Promise<number> {
  // The time of the processor, which other programs disturb less than what passes on the clock.
  const used = process.cpuUsage();
  const lane = async (): Promise<void> => {
    for (let done = 0; done < calls; done += concurrency) await call();
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const { user, system } = process.cpuUsage(used);
  return (user + system) / calls;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
