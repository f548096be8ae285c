import { STATUS_CODES } from "node:http";
import { openWatchedPage, type Page } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { describe, expect } from "vitest";
import type { Running } from "../src/server/start-site.ts";
import { pagesOf } from "./pages-of.ts";
import { test } from "./stage.ts";

const { operations, securitySchemes } = await loadContract();
const parameterNames = new Set(
  operations
    .flatMap(({ parameters }) => parameters.map(({ name }) => name))
    // Other names are several words to a search.
    .filter((name) => /^[\w-]+$/.test(name)),
);
const statusNames = new Map(
  operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ status }) => {
      const name = STATUS_CODES[status];
      return name === undefined ? [] : [[status, name]];
    }),
);

test.afterEach(({ watched }) => {
  expect(watched.consoleProblems).toEqual([]);
});

describe("an address that names a place", () => {
  test.for(operations)(
    "opens what it is folded in, and marks it: $operationId",
    async ({ operationId }, { page, site }) => {
      await page.goto(`${site.url}reference/${operationId}/`);
      const ids = await page.locator(".field").evaluateAll((all) => all.map(({ id }) => id));
      const deepest = ids
        .toSorted((one, other) => other.split(".").length - one.split(".").length)
        .slice(0, 3);
      expect(deepest.length).toBeGreaterThan(0);
      for (const id of deepest) {
        await page.goto("about:blank");
        await page.goto(`${site.url}reference/${operationId}/#${encodeURIComponent(id)}`);
        const head = page.locator(`[id="${id}"] > .field-head`);
        await expect.poll(() => head.evaluate((each) => each.getBoundingClientRect().top)).toBeGreaterThan(0);
        expect(await head.evaluate((each) => each.getBoundingClientRect().bottom < innerHeight)).toBe(true);
        expect(await head.evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe(
          "rgba(0, 0, 0, 0)",
        );
      }
    },
  );
});

// Safari does not keep in place what is read while something above it changes its height.
test.for([...operations.map(({ operationId }) => `reference/${operationId}/`), "contract/"])(
  "an address leads to its place, whatever is guessed of the height of what is above: %s",
  async (path, { page, site }) => {
    await page.route("**/*.css", async (route) => {
      const response = await route.fetch();
      const styles = (await response.text()).replaceAll(
        /(contain-intrinsic-size:auto )\d+rem/g,
        (_, property) => `${property}99rem`,
      );
      await route.fulfill({ response, body: `${styles}* { overflow-anchor: none }` });
    });
    await page.goto(site.url + path);
    const ids = await page
      .locator(".response [id]:is(h3, h4), .scenario[id], .lines > li:last-child")
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).not.toEqual([]);
    for (const id of ids.slice(-4)) {
      await page.goto("about:blank");
      await page.goto(site.url + path);
      const place = page.locator(`[id="${id}"]`);
      await place.evaluate(async (each) => {
        location.hash = each.id;
        for (let frame = 0; frame < 40; frame++) await new Promise(requestAnimationFrame);
      });
      const { top, height } = await place.evaluate((each) => ({
        top: each.getBoundingClientRect().top,
        height: innerHeight,
      }));
      expect(top, id).toBeGreaterThan(0);
      expect(top, id).toBeLessThan(height);
    }
  },
);

test.for(operations.slice(0, 1))(
  "a reader who goes on is not held at the place of an address",
  async (operation, { page, site }) => {
    await page.goto(`${site.url}reference/${operation.operationId}/#responses`);
    await page.mouse.wheel(0, -5000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  },
);

test("the lines of the contract are read without moving them", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${site.url}contract/`);
  const { scrollWidth, clientWidth } = await page
    .locator(".source")
    .first()
    .evaluate((each) => ({ scrollWidth: each.scrollWidth, clientWidth: each.clientWidth }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const [line] = await page.locator(".source code").evaluateAll((all) =>
    all
      .filter((code) => code.getBoundingClientRect().height > 30 && /^ /.test(code.textContent))
      .map((code) => {
        const range = document.createRange();
        range.selectNodeContents(code);
        const [first, ...others] = [...range.getClientRects()].map(({ left }) => Math.round(left));
        return { first, leftmost: Math.min(...others) };
      }),
  );
  const isIndented = await page.evaluate(() =>
    CSS.supports("text-indent", "calc(attr(a type(<number>)) * 1ch)"),
  );
  expect((line?.leftmost ?? 0) > (line?.first ?? 0)).toBe(isIndented);
});

describe("the search, in the page", () => {
  async function find(page: Page, site: Running, term: string): Promise<string[]> {
    await page.goto(site.url);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Search" }).fill(term);
    await page.locator(".search-status:not(:empty)").waitFor();
    return await page
      .locator(".search-places a")
      .evaluateAll((all) => all.map((link) => decodeURIComponent(link.getAttribute("href") ?? "")));
  }

  test("leads to a field by its name", async ({ page, site }) => {
    expect((await find(page, site, "is_simulation"))[0]).toMatch(
      /^\/reference\/getVariablesCage\/#response\..*is_simulation$/,
    );
  });

  test.for(securitySchemes.flatMap(({ name }) => name ?? []))(
    "finds the header %s",
    async (name, { page, site }) => {
      expect((await find(page, site, name)).join()).toContain("/authentication/#");
    },
  );

  test.for([...parameterNames])("leads to the parameter %s by its name", async (name, { page, site }) => {
    const [first] = await find(page, site, name);
    expect(first?.endsWith(`.${name}`), first).toBe(true);
  });

  test("shows no words of buttons", async ({ page, site }) => {
    await find(page, site, "Copy");
    expect((await page.locator(".search-excerpt").allTextContents()).join("\n")).not.toMatch(/\SCopy\b/);
  });

  test.for([...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))])(
    "finds the status %s",
    async (status, { page, site }) => {
      expect((await find(page, site, status)).join("\n")).toMatch(
        new RegExp(`#(?:response-|status-)${status}`),
      );
    },
  );

  test.for([...statusNames])(
    "finds the status %s by its name, %s",
    async ([status, name], { page, site }) => {
      const [first] = await find(page, site, name);
      expect(first).toMatch(new RegExp(`#(?:response-|status-)${status}$`));
    },
  );

  test("finds an error by what its body says, and a scenario by its name", async ({ page, site }) => {
    expect((await find(page, site, "Unauthorized")).join()).toMatch(/\/errors\/|response\.401/);
    const [scenario] = operations.flatMap(({ scenarios }) => scenarios);
    expect((await find(page, site, scenario?.name ?? "")).join()).toMatch(
      new RegExp(`#scenario[.-]${scenario?.name}`),
    );
  });

  test("says so when nothing is found, and what can be", async ({ page, site }) => {
    // The site has words that each begins with: none, a whole one, a letter.
    for (const term of ["щука", "forbearance", "xylophone"]) {
      expect(await find(page, site, term)).toEqual([]);
      expect(await page.locator(".search-status").innerText()).toContain(`Nothing has "${term}"`);
    }
  });
});

test("a call is seen whole, on a phone too, and its first line beside the button that copies it", async ({
  page,
  site,
}) => {
  const before = page.viewportSize();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const { operationId } of operations) {
      await page.goto(`${site.url}reference/${operationId}/`);
      const call = page.locator(".samples .code").first();
      await call.scrollIntoViewIfNeeded();
      const { overflow, apart } = await call.evaluate((block) => {
        const [pre, code, copy] = ["pre", "code", ".copy"].map((each) => block.querySelector(each));
        const overflow = (pre?.scrollWidth ?? 0) - (pre?.clientWidth ?? 0);
        code?.replaceChildren("x".repeat(400));
        const range = document.createRange();
        if (code) range.selectNodeContents(code);
        const { right = 0 } = range.getClientRects()[0] ?? {};
        return { overflow, apart: (copy?.getBoundingClientRect().left ?? 0) - right };
      });
      expect([width, operationId, overflow, apart >= 0]).toEqual([width, operationId, 0, true]);
    }
  }
  if (before !== null) await page.setViewportSize(before);
});

describe("on paper", () => {
  test("everything is unfolded and light, and nothing is there to be pressed", async ({ page, site }) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.goto(`${site.url}reference/getVariablesCage/`);
    const hidden = await page
      .locator("main .field")
      .evaluateAll(
        (all) => all.filter((each) => !each.checkVisibility({ contentVisibilityAuto: true })).length,
      );
    expect(hidden).toBe(0);
    for (const selector of [
      "header",
      "nav.sidebar",
      ".toc",
      ".try-button",
      ".copy",
      ".call-line",
      ".reader-values",
      ".field-link",
    ]) {
      expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false]);
    }
    const colours = await page
      .locator("main p")
      .first()
      .evaluate((each) => {
        const body = getComputedStyle(document.body);
        return [getComputedStyle(each).color, body.backgroundColor];
      });
    expect(colours.map(brightness)).toEqual([expect.closeTo(0.15, 0), expect.closeTo(1, 0)]);
    const cut = await page
      .locator("main pre")
      .evaluateAll(
        (all) => all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2).length,
      );
    expect(cut).toBe(0);
    expect((await page.pdf({ format: "A4" })).byteLength).toBeGreaterThan(10_000);
  });

  test("addresses of other places are written out", async ({ page, site }) => {
    await page.emulateMedia({ media: "print" });
    for (const path of await pagesOf(site.url)) {
      await page.goto(site.url + path);
      const bare = await page
        .locator('main a[href^="http"]:not(.card a)')
        .evaluateAll(
          (all) => all.filter((each) => getComputedStyle(each, "::after").content === "none").length,
        );
      expect([path, bare]).toEqual([path, 0]);
    }
  });
});

describe("what the reader has asked the system for", () => {
  test("colours of an own leave the chosen and the marked to be seen", async ({ page, site }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(`${site.url}reference/getVariablesCage/`);
    const chosen = page.locator('.choices [aria-pressed="true"]').first();
    expect(await chosen.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe("solid");
    const current = page.locator('nav.sidebar a[aria-current="page"]');
    expect(await current.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe("solid");
  });

  test("less motion is no motion", async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(site.url);
    const slow = await page
      .locator("*")
      .evaluateAll(
        (all) => all.filter((each) => parseFloat(getComputedStyle(each).transitionDuration) > 0.01).length,
      );
    expect(slow).toBe(0);
  });
});

describe("without scripts", () => {
  test("the reference and the guides are whole, and nothing is offered that needs them", async ({
    browser,
    site,
  }) => {
    const plain = await openWatchedPage(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${site.url}reference/getVariablesCage/`);
    for (const selector of [
      "details.sample summary",
      ".field",
      ".answer pre",
      "include-switch pre",
      ".diagram, .endpoint",
    ]) {
      expect([selector, await plain.page.locator(selector).first().isVisible()]).toEqual([selector, true]);
    }
    for (const selector of ["reader-values", "try-it", ".copy", ".sample-bar", ".search-open"]) {
      expect([selector, await plain.page.locator(selector).first().isVisible()]).toEqual([selector, false]);
    }
    await plain.page.locator("details.sample summary").nth(1).click();
    expect(await plain.page.locator("details.sample pre").nth(1).isVisible()).toBe(true);
    await plain.page.goto(`${site.url}guides/quick-start/`);
    expect(await plain.page.locator("main pre").first().isVisible()).toBe(true);
    await plain.close();
  });
});

/** From 0, black, to 1, white. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...colour.matchAll(/\d+/g)].map(Number);
  return (red + green + blue) / (3 * 255);
}
