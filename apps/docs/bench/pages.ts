// What a first visit of each page costs, here and on a slow line with a slow processor: npm run bench -w apps/docs
import { launchBrowser } from "@workflow-api/browser";
import { visit } from "../test/measure.ts";
import { pagesOf } from "../test/pages-of.ts";
import { builtSite } from "../test/site.ts";

const goals = { bytes: 80_000, paint: 500, slowPaint: 1_500, blocking: 50, shift: 0.02 };
const site = await builtSite();
const browser = await launchBrowser();
console.log("page | kB | largest paint ms | slow: largest paint ms | slow: blocking ms | layout shift");
let missed = 0;
for (const path of await pagesOf(site.url)) {
  const here = await visit(browser, site.url + path);
  const slow = await visit(browser, site.url + path, { megabits: 1.6, slowdown: 4 });
  const shift = Math.max(here.layoutShift, slow.layoutShift);
  const cells = [here.bytes / 1000, here.largestPaint, slow.largestPaint, slow.blocking].map((cell) =>
    cell.toFixed(0),
  );
  console.log([`/${path}`, ...cells, shift.toFixed(3)].join(" | "));
  const reached =
    here.bytes <= goals.bytes &&
    here.largestPaint <= goals.paint &&
    slow.largestPaint <= goals.slowPaint &&
    slow.blocking <= goals.blocking &&
    shift <= goals.shift;
  missed += reached ? 0 : 1;
}
console.log(missed === 0 ? "Every page reaches every goal." : `${missed} pages miss a goal.`);
await browser.close();
await site.close();
