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
 * of them. Every other round has the reverse order: who runs after a contender collects its garbage
 * too. As many rounds warm up before.
 *
 * @param concurrency - How many calls are under way at once.
 */
export async function measure(
  contenders: Readonly<Record<string, () => Promise<unknown>>>,
  { rounds, calls, concurrency }: Readonly<Record<"rounds" | "calls" | "concurrency", number>>,
): Promise<Measurement[]> {
  const lines = Object.entries(contenders).map(([name, call]) => {
    const times: number[] = [];
    return { name, call, times };
  });
  for (let round = -rounds; round < rounds; round++) {
    for (const { call, times } of round % 2 === 0 ? lines : lines.toReversed()) {
      const time = await timeOf(call, calls, concurrency);
      if (round >= 0) times.push(time);
    }
  }
  const first = lines[0]?.times ?? [];
  return lines.map(({ name, times }) => ({
    name,
    microseconds: median(times),
    ratio: median(times.map((time, round) => time / (first[round] ?? Number.NaN))),
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

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
