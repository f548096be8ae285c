import type { Browser, CDPSession, Page } from "@workflow-api/browser";

/** What a first visit of a page costs. */
export interface Visit {
  /** Bytes of bodies as they travel, compressed. */
  readonly bytes: number;
  /** Milliseconds to the largest contentful paint. */
  readonly largestPaint: number;
  /** Milliseconds over 50 of each task after the first paint, together (Total Blocking Time). */
  readonly blocking: number;
  readonly layoutShift: number;
}

/** The conditions of a visit: none, or a slow line and a slow processor. */
export interface Conditions {
  readonly megabits?: number;
  readonly slowdown?: number;
}

/** Visits a page for the first time, in a context of its own, until nothing happens any more. */
export async function visit(browser: Browser, url: string, conditions: Conditions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await slowDown(session, conditions);
  const bytes = await countBytes(session);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: "networkidle" });
  const measured = await read(page);
  await context.close();
  return { bytes: bytes(), ...measured };
}

/** Counts what the page receives from now on. */
export async function countBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

async function slowDown(session: CDPSession, { megabits, slowdown }: Conditions): Promise<void> {
  if (megabits !== undefined) {
    const throughput = (megabits * 1_000_000) / 8;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  if (slowdown !== undefined) {
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  }
}

/** Runs in the page, before anything of its own does. */
function observe(): void {
  const measured = { largestPaint: 0, blocking: 0, layoutShift: 0 };
  let firstPaint = Number.POSITIVE_INFINITY;
  Object.assign(globalThis, { measured });
  const watch = (type: string, add: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  };
  watch("largest-contentful-paint", ({ startTime }) => {
    measured.largestPaint = startTime;
  });
  watch("paint", ({ startTime }) => {
    firstPaint = Math.min(firstPaint, startTime);
  });
  watch("longtask", ({ startTime, duration }) => {
    const end = startTime + duration;
    measured.blocking += Math.max(0, end - Math.max(startTime + 50, firstPaint));
  });
  watch("layout-shift", (entry) => {
    measured.layoutShift += "value" in entry ? Number(entry.value) : 0;
  });
}

async function read(page: Page): Promise<Omit<Visit, "bytes">> {
  return await page.evaluate(() => {
    const measured: unknown = Reflect.get(globalThis, "measured");
    const numberOf = (name: string): number => Number(Reflect.get(Object(measured), name));
    return {
      largestPaint: numberOf("largestPaint"),
      blocking: numberOf("blocking"),
      layoutShift: numberOf("layoutShift"),
    };
  });
}
