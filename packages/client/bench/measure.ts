/**
 * How much processor time one call takes, in microseconds, and how that compares with the first
 * contender.
 */
export interface Measurement {
  readonly name: string;
  readonly microseconds: number;
  readonly ratio: number;
}

/**
 * Measures contenders in turn, round by round, so that whatever else the machine does falls on all
 * of them. Each round has an order of its own: who runs after a contender collects its garbage too.
 * As many rounds warm up before.
 *
 * @param concurrency - How many calls are under way at once.
 */
export async function measure(
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  { rounds, calls, concurrency }: Readonly<Record<"rounds" | "calls" | "concurrency", number>>,
): Promise<Measurement[]> {
  const entries = Object.entries(contenders);
  const times = entries.map((): number[] => []);
  for (let round = -rounds; round < rounds; round++) {
    for (const index of shuffled(entries.keys())) {
      const time = await timeOf(entries[index]?.[1] ?? Promise.reject, calls, concurrency);
      if (round >= 0) times[index]?.push(time);
    }
  }
  return entries.map(([name], index) => ({
    name,
    microseconds: median(times[index] ?? []),
    ratio: median(
      (times[index] ?? []).map((time, round) => time / (times[0]?.[round] ?? Number.NaN)),
    ),
  }));
}

async function timeOf(
  call: () => Promise<unknown>,
  calls: number,
  concurrency: number,
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

function shuffled(items: Iterable<number>): number[] {
  return [...items]
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
