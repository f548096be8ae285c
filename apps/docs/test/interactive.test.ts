import type { Page } from "@workflow-api/browser";
import { askFor, loadContract, type Operation, projectIncludes, requestFor } from "@workflow-api/contract";
import { describe, expect } from "vitest";
import { waysOf } from "../src/view/security.ts";
import { test as staged } from "./stage.ts";

const contract = await loadContract();
const scenarios = contract.operations
  // A browser lets no page set a cookie.
  .filter(({ parameters, security }) =>
    [...parameters, ...security.flat()].every((sent) => sent.in !== "cookie"),
  )
  .flatMap((operation) =>
    operation.scenarios.map(({ name, status }) => ({ operation, name, status, id: operation.operationId })),
  );

/** Opens the page of an operation. */
const test = staged.extend("open", ({ page, site }) => async ({ operationId }: Operation): Promise<void> => {
  await page.goto(`${site.url}reference/${operationId}/`);
});

function focusedLabel(page: Page): Promise<string> {
  return page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement ? (field.labels?.[0]?.textContent ?? "").trim() : "";
  });
}

describe("Try it, against the mock on another origin", () => {
  test.for(scenarios)(
    "$id $status $name answers as the scenario says, each way of authenticating",
    async (row, { mock, open, page, watched }) => {
      await open(row.operation);
      await page.getByLabel("Address", { exact: true }).fill(mock.url);
      const scenario = page.locator(`[id="scenario.${row.name}"]`);
      for (const [index] of waysOf(row.operation).entries()) {
        const ways = scenario.locator('[data-kind="way"]');
        if ((await ways.count()) > 0) {
          await ways.nth(index).click();
        }
        await scenario.getByRole("button", { name: `Try it: ${row.name}` }).click();
        await scenario.locator(".verdict.same").waitFor();
        expect(await scenario.locator(".try-result").innerText()).toContain(`Answered ${row.status}`);
      }
      // The browser itself notes each answer of 400 and above on the console.
      expect(
        watched.consoleProblems.filter((problem) => !problem.includes(`status of ${row.status}`)),
      ).toEqual([]);
    },
  );

  test("leads from what the client refuses to its field, and sends it past the client if told to", async ({
    mock,
    page,
    site,
  }) => {
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await page.getByLabel("Address", { exact: true }).fill(mock.url);
    const scenario = page.locator('[id="scenario.full"]');
    await scenario.getByText("Other values").click();
    const include = scenario.getByRole("textbox", { name: /^include/ });
    await include.fill('["author","nobody"]');
    await scenario.getByRole("button", { name: /^Try it/ }).click();
    expect(await scenario.locator(".verdict.failed").innerText()).toContain("Nothing was sent");
    await scenario.getByRole("button", { name: "include (query)" }).click();
    expect(await focusedLabel(page)).toMatch(/^include/);
    expect(await include.getAttribute("aria-invalid")).toBe("true");

    await scenario.getByRole("button", { name: "Send it anyway" }).click();
    await scenario.getByRole("button", { name: "include (query) at /1" }).waitFor();
    expect(await scenario.locator(".try-result").innerText()).toContain("Answered 422");
    const note = page.locator(`[id="${await include.getAttribute("aria-describedby")}"]`);
    expect(await note.innerText()).toContain("author, client, values");

    await include.fill("[]");
    expect(await include.getAttribute("aria-invalid")).toBeNull();
    await scenario.getByRole("button", { name: /^Try it/ }).click();
    expect(await scenario.locator(".verdict.other").innerText()).toContain("not the answer of the scenario");
  });

  test("leads from a refused domain and from refused credentials to what the reader gave", async ({
    mock,
    page,
    site,
  }) => {
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await page.getByLabel("Address", { exact: true }).fill(mock.url);
    await page.locator("reader-values").getByLabel("X-Domain").fill("nobody");
    const scenario = page.locator('[id="scenario.full"]');
    await scenario.getByRole("button", { name: /^Try it/ }).click();
    await scenario.getByRole("button", { name: "X-Domain (header)" }).click();
    expect(await focusedLabel(page)).toMatch(/^X-Domain/);
    expect(await page.evaluate(() => document.activeElement?.closest("details")?.open)).toBe(true);

    await scenario.getByRole("textbox", { name: /^X-Domain/ }).fill("00000000-0000-4000-8000-000000000401");
    await scenario.getByRole("textbox", { name: /^id/ }).fill("cage-text");
    await scenario.getByRole("textbox", { name: /^include/ }).fill('["author"]');
    await scenario.getByRole("button", { name: /^Try it/ }).click();
    await scenario.getByRole("button", { name: "The credentials" }).click();
    expect(await focusedLabel(page)).toMatch(/^X-API-KEY/);
  });

  test("shows the request without the reader's secrets, and stores none of them", async ({
    mock,
    open,
    page,
    site,
  }) => {
    const operation = contract.operations.find(
      ({ scenarios, security }) => scenarios.length > 0 && security.some((way) => way.length > 0),
    );
    expect(operation).toBeDefined();
    if (operation === undefined) return;
    await open(operation);
    await page.getByLabel("Address", { exact: true }).fill(mock.url);
    const secrets = page.locator("reader-values input[type=password]");
    for (const [index, input] of (await secrets.all()).entries()) {
      await input.fill(`hush-${index}`);
    }
    const scenario = page.locator(".scenario").first();
    await scenario.getByRole("button", { name: /^Try/ }).click();
    await scenario.locator(".verdict").waitFor();
    expect(await scenario.locator(".try-result").innerText()).toContain("•••");
    expect(await scenario.locator(".try-result").innerText()).not.toContain("hush");
    expect(await scenario.locator(".samples").textContent()).toContain("hush-0");
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain("hush");
    expect(await page.evaluate(() => location.href + JSON.stringify(history.state))).not.toContain("hush");
    // As when the page is left, and kept by the browser to go back to.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    expect(await secrets.first().inputValue()).toBe("");
    expect(await scenario.locator(".samples").textContent()).not.toContain("hush");
    await page.goto(site.url);
    await page.goBack();
    expect(await scenario.locator(".samples").textContent()).not.toContain("hush");
    expect(await secrets.first().inputValue()).toBe("");
  });

  test("says how to start the mock when nothing answers", async ({ open, page }) => {
    const operation = contract.operations.find(({ scenarios }) => scenarios.length > 0);
    if (operation === undefined) return;
    await open(operation);
    await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1");
    const scenario = page.locator(".scenario").first();
    await scenario.getByRole("button", { name: /^Try/ }).click();
    expect(await scenario.locator(".verdict.failed").innerText()).toContain("npm start");
  });
});

describe("what include adds", () => {
  const operations = contract.operations.filter(({ includes }) => includes.length > 0);

  test.for(operations)(
    "$operationId shows the answer to each combination",
    async (operation, { open, page }) => {
      await open(operation);
      const boxes = page.locator("include-switch input");
      const { includes } = operation;
      const full = JSON.parse((await page.locator("include-switch pre").textContent()) ?? "");
      for (let combination = 0; combination < 2 ** includes.length; combination += 1) {
        const asked = includes.filter((_, index) => combination & (1 << index));
        for (const [index, include] of includes.entries()) {
          await boxes.nth(index).setChecked(asked.includes(include));
        }
        const shown = JSON.parse((await page.locator("include-switch pre").textContent()) ?? "");
        const pointers = asked.map(({ adds }) => adds);
        expect(shown).toEqual(projectIncludes(includes, pointers, full));
        const query = await page.locator("include-switch .asked").innerText();
        expect(query).toBe(
          asked.length === 0
            ? "no query"
            : requestFor(operation, askFor(operation, new Map(), asked)).target.replace(/^[^?]*/, ""),
        );
      }
    },
  );
});

describe("the rest of the page", () => {
  test("a language that is chosen once is chosen everywhere", async ({ page, site }) => {
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await page.locator(".samples").getByRole("button", { name: "fetch" }).first().click();
    const open = page.locator("details.sample[open]");
    expect(await open.count()).toBe(await page.locator(".samples").count());
    expect(
      await open.evaluateAll((all) => all.map((each) => each.getAttribute("data-language"))),
    ).not.toContain("curl");
  });

  test("the search finds a field by its name, without another host", async ({ page, site, watched }) => {
    await page.goto(site.url);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Search" }).fill("is_simulation");
    await page.locator(".search-results a").first().waitFor();
    const links = await page
      .locator(".search-results a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    expect(links.join()).toContain("/reference/getVariablesCage/");
    expect(watched.consoleProblems).toEqual([]);
  });

  test("the theme can be chosen, and stays", async ({ page, site }) => {
    await page.goto(site.url);
    await page.getByLabel("Select theme").first().selectOption("light");
    await page.reload();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  });

  test("a phone has the navigation in a menu that the keyboard opens", async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site.url);
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.focus();
    await page.keyboard.press("Enter");
    const link = page.locator("nav.sidebar").getByRole("link", { name: "Errors", exact: true });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
  });
});
