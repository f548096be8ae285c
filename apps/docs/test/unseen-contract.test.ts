import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isWhole } from "./is-whole.ts";
import { open, seenText } from "./opened.ts";
import { showsOperations } from "./shows-operations.ts";
import { siteOf } from "./site.ts";

const file = fileURLToPath(new URL("contracts/observatory/openapi.yaml", import.meta.url));
const contract = await loadContract(file);
const opened = open(() => siteOf(file));

describe("the reference of an unseen contract of several files", () => {
  showsOperations(contract, opened);
  isWhole(opened);
});

describe("what descriptions and further objects of a contract hold", () => {
  const textOf = (selector: string): Promise<string> => seenText(opened().page.locator(selector).first());

  test("a table is a table, and HTML is shown rather than run", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    expect(await textOf(".lead + p + .table-frame")).toMatch(
      /^Column Meaning left right -right_of_what_stands_left So/,
    );
    expect(await page.title()).toBe("Observatory <b>API</b>");
    expect(await textOf(".sl-markdown-content")).toContain('<script>document.title = "hacked"</script>');
    expect(await page.locator("main img, main script[src*=evil]").count()).toBe(0);
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
  });

  test("a name in the first column of a table stands on one line, on a phone too", async () => {
    const { page, site } = opened();
    const before = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site.url);
    const heights = await page
      .locator(".table-frame td:first-child code")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    if (before !== null) await page.setViewportSize(before);
    expect(new Set(heights).size).toBe(1);
    expect(heights).toHaveLength(2);
  });

  test("a link of a description has the colour of the links of the site", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    const colours = await page
      .locator(".tag a:not(.card-statuses a)")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
    expect(new Set(colours).size).toBe(1);
  });

  test("the contents of the overview lead to the operations of each tag", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    for (const { name } of contract.tags) {
      await page.locator("nav a").filter({ hasText: name }).last().click();
      expect(await textOf("h3:target")).toBe(name);
    }
  });

  test("a field is told no name twice, an alternative neither", async () => {
    const { page, site } = opened();
    for (const { operationId } of contract.operations) {
      await page.goto(`${site.url}reference/${operationId}/`);
      const heads = await page.locator(".field-head").evaluateAll((all) =>
        all.map((head) => {
          const names = [...head.querySelectorAll(".field-name.other, .type, .component")];
          return names.map(({ textContent }) => textContent);
        }),
      );
      expect(heads.filter((names) => new Set(names).size < names.length)).toEqual([]);
    }
  });

  test("scopes stand with the operation that asks for them, and with where they are had", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listTelescopes/`);
    expect(await textOf(".ways")).toContain("Authorization: Bearer … with telescopes:read OR");
    expect(await textOf(".ways")).toContain("api key in the query and sid in a cookie");
    await page.goto(`${site.url}authentication/`);
    const scheme = await textOf(".scheme:has(#oauth)");
    for (const words of [
      "By authorization code",
      "https://login.example.com/authorize",
      "Scope telescopes:write: Move <them>.",
    ]) {
      expect(scheme).toContain(words);
    }
    expect(await textOf(".scheme:has(#oidc)")).toContain("/.well-known/openid-configuration");
  });

  test('an "or" stands beside what it offers, on a phone too', async () => {
    const { page, site } = opened();
    const before = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.url}authentication/`);
    const apart = await page.locator(".or").evaluateAll(
      (all) =>
        all.filter((each) => {
          const [next] = [...document.querySelectorAll(".way")].filter(
            (way) => each.compareDocumentPosition(way) === Node.DOCUMENT_POSITION_FOLLOWING,
          );
          return next === undefined || next.getBoundingClientRect().top > each.getBoundingClientRect().bottom;
        }).length,
    );
    if (before !== null) await page.setViewportSize(before);
    expect(await page.locator(".or").count()).toBeGreaterThan(0);
    expect(apart).toBe(0);
  });

  test("every server is named, with what it is and what its variables may be", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listTelescopes/`);
    const endpoint = await textOf(".endpoint");
    expect(endpoint).toContain("https://{region}.example.com:{port}/v2/telescopes");
    expect(endpoint).toContain("The public observatory.");
    expect(endpoint).toContain("By default eu, one of eu, us.");
    expect(endpoint).toContain("or at http://localhost:8080/v2 A local one.");
  });

  test("a webhook has a page, which says what is sent and what is to be answered, and calls nothing", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    await page.locator("main .card").getByText("A star was found").click();
    expect(await textOf(".endpoint")).toBe("POST starFound");
    expect(await textOf('[id="parameter.header.X-Signature"]')).toContain("required");
    expect(await textOf('[id="request.star"]')).toContain("Sent by the service only");
    const examples = page.locator("article.scenario");
    expect(await seenText(examples.first())).toContain(
      'bright Everyone sees it. X-Signature s1 { "star": "Vega" }',
    );
    expect(await seenText(examples.last())).toContain("dim X-Signature s2");
    expect(await textOf("section.response")).toBe("204 No Content It was heard. No body.");
    expect(await page.locator(".try-button, .reader-values, #authentication").count()).toBe(0);
    expect(await page.locator(".toc, starlight-toc").first().innerText()).toContain(
      "What your server answers",
    );
  });

  test("a webhook without a name or an example of its own has those that can be made", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    await page.locator("nav.sidebar").getByText("starLost").click();
    expect(await textOf("h1")).toBe("starLost");
    expect(await textOf("article.scenario")).toContain('{ "star": "Vega" }');
    expect(await textOf(".body-presence")).toBe("It may be left out.");
    expect(await textOf(".body-example")).toContain("Example [ 1, 2 ]");
    expect(await textOf(".origin a")).toMatch(/^openapi\.yaml:\d+$/);
  });

  test("a callback has a page, which its operation leads to, and which leads to its operation", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    await page.locator("nav.sidebar").getByText("createATelescope").click();
    const operation = page.url();
    await page.locator("main .card").getByText("ready").click();
    expect(await textOf(".endpoint")).toBe("POST {$request.body#/callback}");
    expect(await textOf(".endpoint + p")).toMatch(
      /a server of yours, at an address that comes from \S.*\S\.$/,
    );
    expect(await textOf("section.response")).toBe("200 OK Thanks. No body.");
    await page.locator("main p a").first().click();
    expect(page.url()).toBe(operation);
  });

  test("what a path says of its operations stands at each of them", async () => {
    const { page, site } = opened();
    for (const title of ["List the telescopes", "createATelescope"]) {
      await page.goto(site.url);
      await page.locator("nav.sidebar").getByText(title).click();
      expect(await textOf('[data-member="path"]')).toBe(
        "At this path All telescopes What holds for every operation on the telescopes.",
      );
      expect(await page.locator('[data-member="path"] strong').innerText()).toBe("every");
    }
  });

  test("links and encodings are shown as the contract has them", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listTelescopes/`);
    expect(await textOf('[data-member="links"]')).toContain("$response.body#/0/id");
    await page.locator("nav.sidebar").getByText("createATelescope").click();
    expect(await textOf('[data-member="encoding"]')).toContain("image/png");
  });

  test("what two parameters add is told apart, and of the one that is no list one value is asked for at a time", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/readTelescope/`);
    expect(await textOf("#includes")).toBe("What include and expand add");
    expect(await textOf('[id="include.expand=guide"]')).toBe("expand=guide guide Who guides, by name.");
    const query = page.locator("include-switch .asked");
    const shown = async (): Promise<string[]> =>
      Object.keys(JSON.parse((await page.locator("include-switch pre").textContent()) ?? ""));
    expect(await query.innerText()).toBe("?include=parts&include=site&expand=guide");
    expect(await shown()).toEqual(["name", "guide", "site", "parts"]);
    await page.getByRole("checkbox", { name: "expand=site" }).check();
    await page.getByRole("checkbox", { name: "include=site" }).uncheck();
    expect(await query.innerText()).toBe("?include=parts&expand=site");
    expect(await shown()).toEqual(["name", "site", "parts"]);
    await page.getByRole("checkbox", { name: "expand=site" }).uncheck();
    expect(await query.innerText()).toBe("?include=parts");
    expect(await shown()).toEqual(["name", "parts"]);
    await page.goto(`${site.url}includes/`);
    expect(await textOf("table.includes")).toContain("include=site site");
    expect(await textOf("table.includes")).toContain("Who guides, by name.");
  });

  test("documents elsewhere are links, and nothing is fetched from there", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listTelescopes/`);
    const more = page.locator(".external-docs a");
    expect(await more.getAttribute("href")).toBe("https://example.com/list");
    expect(await more.innerText()).toBe("On lists");
  });

  test("schemas of other files keep their names", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listTelescopes/`);
    expect(await textOf('[id="response.200.application-json"] .body-head')).toContain("array of Telescope");
    expect(await textOf('[id="response.200.application-json.~item.~oneOf-2"] .field-name')).toBe("Radio");
  });

  test("each operation leads to its lines in the file that has it", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/readTelescope/`);
    const origin = page.locator(".origin a");
    expect(await origin.innerText()).toBe("paths/telescope.yaml:4");
    await origin.click();
    expect((await textOf(".source li:target")).trim()).toBe("get:");
  });

  test("a contract of several files is downloaded as one, in YAML and in JSON", async () => {
    const { page, site } = opened();
    const yaml = parse(await (await fetch(`${site.url}openapi.yaml`)).text());
    expect(yaml).toEqual(contract.document);
    expect(await (await fetch(`${site.url}openapi.json`)).json()).toEqual(yaml);
    const references = JSON.stringify(yaml).match(/"\$ref":"[^"]*"/g) ?? [];
    expect(references.filter((reference) => !reference.startsWith('"$ref":"#/'))).toEqual([]);
    await page.goto(`${site.url}contract/`);
    expect(await textOf("#download + ul")).toContain("in one file");
    expect(await textOf("main dl")).toBe(
      "Contact The astronomers E-mail stars@example.com Licence Apache 2.0 Terms https://example.com/terms",
    );
  });
});
