import { expect, test } from "vitest";
import { runInBrowser, runInProcess } from "../runtimes/run.ts";
import { startBehavingService } from "../runtimes/service.ts";

// `npm run runtimes` adds those that an install does not have.
test.each([
  ["this Node", (url: string) => runInProcess([process.execPath], url)],
  ["a real Chromium", runInBrowser],
])("the behaviour suite passes in %s", async (_runtime, run) => {
  const service = await startBehavingService();
  try {
    const outcomes = await run(service.url);
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes.filter(({ problem }) => problem !== undefined)).toEqual([]);
  } finally {
    service.close();
  }
});
