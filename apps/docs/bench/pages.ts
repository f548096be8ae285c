// What a first visit of each page costs, here and on a slow line with a slow processor, beside a page of Starlight that
// holds nothing, visited in the same rounds; the medians of some rounds: npm run bench -w apps/docs -- [ROUNDS]
import { launchBrowser } from "@workflow-api/browser";
import { type Visit, visit } from "../test/measure.ts";
import { pagesOf } from "../test/pages-of.ts";
import { builtSite } from "../test/site.ts";
import { startEmptySite } from "./empty-site.ts";

/** Bytes as they travel; milliseconds. */
const goals = { bytes: 80_000, paint: 500, slowPaint: 1_500, blocking: 50, shift: 0.02 };
const slow = { megabits: 1.6, slowdown: 4 };
const rounds = Number(process.argv[2] ?? 5);

const site = await builtSite();
const empty = await startEmptySite();
const browser = await launchBrowser();
const paths = await pagesOf(site.url);
const addresses = [empty.url, ...paths.map((path) => site.url + path)];
const visits = new Map(addresses.map((address) => [address, { here: [] as Visit[], slow: [] as Visit[] }]));
for (let round = 0; round < rounds; round += 1) {
  for (const [address, kept] of visits) {
    kept.here.push(await visit(browser, address));
    kept.slow.push(await visit(browser, address, slow));
  }
}
await browser.close();

const rows = [...visits].map(([address, kept]) => ({
  page: address === empty.url ? "(empty)" : new URL(address).pathname,
  bytes: median(kept.here, "bytes"),
  paint: median(kept.here, "largestPaint"),
  slowPaint: median(kept.slow, "largestPaint"),
  blocking: median(kept.slow, "blocking"),
  shift: Math.max(median(kept.here, "layoutShift"), median(kept.slow, "layoutShift")),
}));
const [peer] = rows;
console.log(
  "page | kB | largest paint ms | slow: largest paint ms (of the empty page) | slow: blocking ms | layout shift",
);
for (const { page, bytes, paint, slowPaint, blocking, shift } of rows) {
  const ratio = (slowPaint / (peer?.slowPaint ?? 1)).toFixed(2);
  const cells = [bytes / 1000, paint, slowPaint, blocking].map((cell) => cell.toFixed(0));
  console.log([page, cells[0], cells[1], `${cells[2]} (${ratio})`, cells[3], shift.toFixed(3)].join(" | "));
}
const missed = rows
  .slice(1)
  .filter((row) => Object.entries(goals).some(([goal, most]) => Reflect.get(row, goal) > most));
console.log(
  missed.length === 0
    ? "Every page reaches every goal."
    : `These miss a goal: ${missed.map(({ page }) => page).join(", ")}`,
);
await site.close();
await empty.close();

function median(visits: readonly Visit[], figure: keyof Visit): number {
  const sorted = visits.map((each) => each[figure]).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
