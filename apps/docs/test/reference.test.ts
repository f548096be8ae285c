import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser, openWatchedPage, type Page } from "@workflow-api/browser";
import { loadContract, type Operation, parameterKey, type Scenario } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fileNamePart } from "../src/samples/file-name.ts";
import { type Running, startSite } from "../src/server/start-site.ts";
import { anchorPart, scenarioAnchor } from "../src/view/anchor.ts";
import { parameterAnchor } from "../src/view/operation-view.ts";
import { auditPages, deadLinks, repeatedIds } from "./audit.ts";
import { copyContract } from "./contract-copy.ts";
import { fixture } from "./fixture.ts";
import { pagesOf } from "./pages-of.ts";
import { expectedValues, wrongValues } from "./shown-values.ts";
import { buildSiteOf, builtSite, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();
const more = await fixture();
const extended = await copyContract(folder, (text, isRoot) => (isRoot ? withOperations(text, more) : text));

const unseenFile = fileURLToPath(new URL("contracts/observatory/openapi.yaml", import.meta.url));

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await openWatchedPage(browser));
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** The path of an operation's page: an operationId may be any text. */
function pageOf(operationId: string): string {
  return `reference/${fileNamePart(operationId)}/`;
}

async function buildAndServe(file: string, name: string): Promise<Running> {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  await buildSiteOf(file, own);
  return startSite({ port: 0, host: "127.0.0.1", folder: join(own, "dist") });
}

describe.each([
  { of: "the contract", contract: await loadContract(), built: undefined },
  { of: "the contract with further operations", contract: await loadContract(extended), built: "extended" },
  { of: "an unseen contract of several files", contract: await loadContract(unseenFile), built: "unseen" },
])("the reference of $of", ({ contract, built }) => {
  let site: Running;

  beforeAll(async () => {
    site = await (built === undefined ? builtSite() : buildAndServe(contract.file, built));
  }, 120_000);

  afterAll(() => site?.close());

  test("is called what the contract is called", async () => {
    await page.goto(`${site.url}gaps/`);
    expect(await page.title()).toBe(`What is not known | ${contract.info.title}`);
    await page.goto(site.url);
    expect(await page.title()).toBe(contract.info.title);
  });

  test("is reached from the navigation of every page", async () => {
    await page.goto(`${site.url}gaps/`);
    const links = await page
      .locator("nav.sidebar a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toEqual(
      expect.arrayContaining(contract.operations.map(({ operationId }) => `/${pageOf(operationId)}`)),
    );
  });

  describe.each(contract.operations)("the page of $operationId", (operation) => {
    beforeAll(async () => {
      await page.goto(site.url + pageOf(operation.operationId));
    });

    test("shows its method and its path", async () => {
      expect(await page.locator(".endpoint .method").textContent()).toBe(operation.method);
      expect(await page.locator(".endpoint .path").textContent()).toContain(operation.path);
    });

    test("shows each parameter with its type, presence and meaning", async () => {
      for (const parameter of operation.parameters) {
        const row = page.locator(`[id="${parameterAnchor(parameter)}"]`);
        expect(await row.locator(".field-name").first().textContent()).toBe(parameter.name);
        expect(await row.locator("> .field-head .required").count()).toBe(parameter.required ? 1 : 0);
        expect(await row.textContent()).toContain(parameter.description.trim().split(/[\s`]/, 3).join(" "));
      }
    });

    test("shows the allowed values of each field, and no others", async () => {
      expect(await wrongValues(page, expectedValues(contract, operation))).toEqual([]);
    });

    test("shows each response and each of its headers", async () => {
      for (const { status, headers } of operation.responses) {
        expect(await page.locator(`[id="response-${status}"]`).textContent()).toBe(status);
        for (const { name } of headers) {
          expect(await page.locator(`[id="response.${status}.header.${anchorPart(name)}"]`).count()).toBe(1);
        }
      }
    });

    test("shows each scenario: its values, its answer, and a curl that sends them", async () => {
      for (const { name, values, status, response } of operation.scenarios) {
        const scenario = page.locator(`[id="${scenarioAnchor(name)}"]`);
        expect(await scenario.locator(".answer .status").textContent()).toBe(String(status));
        const shown = await scenario.locator(".answer pre").allTextContents();
        expect(shown.map((text) => readAs(response, text))).toEqual(response === undefined ? [] : [response]);
        expect(await scenario.locator(".request code.language-bash").first().textContent()).toMatch(/^curl /);
        const listed = values.size === 0 ? "" : await scenario.locator(".values").textContent();
        for (const text of sentTexts(operation, values)) {
          expect(listed).toContain(text);
        }
      }
    });

    test("tells which credentials go together and which are alternatives", async () => {
      const ways = page.locator(".ways").first();
      expect(await ways.locator(".way").count()).toBe(operation.security.length);
      expect(await ways.locator(".or").count()).toBe(Math.max(0, operation.security.length - 1));
      const ands = operation.security.reduce((sum, way) => sum + Math.max(0, way.length - 1), 0);
      expect(await ways.locator(".and").count()).toBe(ands);
    });
  });
});

/** The text of an element. What is far below is drawn, and so has a text, once it is scrolled to. */
async function seenText(element: ReturnType<Page["locator"]>): Promise<string> {
  await element.scrollIntoViewIfNeeded();
  await expect.poll(() => element.innerText()).not.toBe("");
  return (await element.innerText()).replaceAll(/\s+/g, " ");
}

/** What a page shows of a body, which is JSON unless the body is text. */
function readAs(body: unknown, shown: string): unknown {
  if (typeof body !== "string") {
    return JSON.parse(shown);
  }
  // Nobody sees where the last line of a text ends.
  return body.endsWith("\n") ? `${shown}\n` : shown;
}

/** The values of the parameters of a scenario, as the pages write them. */
function sentTexts({ parameters }: Operation, values: Scenario["values"]): string[] {
  const sent = parameters.map((parameter) => values.get(parameterKey(parameter)));
  return sent
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

/** What stands on a page, without the navigation around it. */
async function contentOf(address: string): Promise<string> {
  const html = await (await fetch(address)).text();
  return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
}

/** What stands on the pages of the contract, which every-page.test.ts looks at. */
async function knownContents(): Promise<ReadonlySet<string>> {
  const site = await builtSite();
  const paths = await pagesOf(site.url);
  const contents = await Promise.all(paths.map((path) => contentOf(site.url + path)));
  await site.close();
  return new Set(contents);
}

describe.each(["extended", "unseen"])("the pages of the %s contract", (built) => {
  test("have no dead link, no id twice, and nothing that axe finds", { timeout: 300_000 }, async () => {
    const site = await startSite({ port: 0, host: "127.0.0.1", folder: join(folder, built, "dist") });
    const paths = (await pagesOf(site.url)).filter((path) => !path.startsWith("guides/"));
    const known = await knownContents();
    expect(await deadLinks(site.url, paths)).toEqual([]);
    expect(await repeatedIds(site.url, paths)).toEqual([]);
    const contents = await Promise.all(paths.map((path) => contentOf(site.url + path)));
    const others = paths.filter((_, index) => !known.has(contents[index] ?? ""));
    expect(others.length).toBeGreaterThan(0);
    expect(await auditPages(browser, site.url, others)).toEqual([]);
    await site.close();
  });
});

describe("shapes that the contract itself does not have", () => {
  let site: Running;

  beforeAll(async () => {
    site = await startSite({ port: 0, host: "127.0.0.1", folder: join(folder, "extended/dist") });
  });

  afterAll(() => site?.close());

  const text = (id: string): Promise<string> => seenText(page.locator(`[id="${id}"]`));

  test("a request body shows its fields, a nullable one, and its alternatives", async () => {
    await page.goto(`${site.url}reference/replaceLabel/`);
    expect(await text("request.colour")).toContain('One of "red" "green" "blue"');
    expect(await text("request.note")).toContain("string or null");
    expect(await text("request.target")).toContain("Exactly one of");
    expect(await text("request.target.~oneOf-2.member_count")).toContain("integer required");
  });

  test("allOf is one list of fields", async () => {
    expect(await text("response.200.name")).toContain("string required");
    expect(await text("response.200.number")).toContain("integer required");
    expect(await page.locator('[data-keyword="allOf"]').count()).toBe(0);
  });

  test("response headers have rows, and an answer without a body says so", async () => {
    expect(await text("response.200.header.X-Revision")).toContain("At least 1");
    await page.goto(`${site.url}reference/removeLabel/`);
    expect(await seenText(page.locator('section:has([id="response-204"])'))).toContain("No body.");
  });

  test("an operation without security says so", async () => {
    await page.goto(`${site.url}reference/listLabels/`);
    expect(await page.locator(".ways").innerText()).toBe("This operation needs no credentials.");
    expect(await text("parameter.query.colours")).toContain("Sent as colours=red,green");
    expect(await text("parameter.query.page_size")).toContain("If left out 20");
  });
});

describe("what descriptions and further objects of a contract hold", () => {
  let site: Running;

  beforeAll(async () => {
    site = await startSite({ port: 0, host: "127.0.0.1", folder: join(folder, "unseen/dist") });
  });

  afterAll(() => site?.close());

  const textOf = (selector: string): Promise<string> => seenText(page.locator(selector).first());

  test("a table is a table, and HTML is shown rather than run", async () => {
    await page.goto(site.url);
    expect(await textOf(".lead + p + .table-frame")).toBe("Column Meaning left right");
    expect(await page.title()).toBe("Observatory <b>API</b>");
    expect(await textOf(".sl-markdown-content")).toContain('<script>document.title = "hacked"</script>');
    expect(await page.locator("main img, main script[src*=evil]").count()).toBe(0);
    expect(await page.locator('main a[href^="javascript"]').count()).toBe(0);
  });

  test("scopes stand with the operation that asks for them, and with where they are had", async () => {
    await page.goto(`${site.url}reference/listTelescopes/`);
    expect(await textOf(".ways")).toContain("Authorization: Bearer … with telescopes:read OR");
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

  test("every server is named, with what its variables may be", async () => {
    await page.goto(`${site.url}reference/listTelescopes/`);
    const endpoint = await textOf(".endpoint");
    expect(endpoint).toContain("https://{region}.example.com:{port}/v2/telescopes");
    expect(endpoint).toContain("By default eu, one of eu, us.");
    expect(endpoint).toContain("or at http://localhost:8080/v2");
  });

  test("webhooks, callbacks, links and encodings are shown as the contract has them", async () => {
    await page.goto(site.url);
    expect(await textOf('[data-member="starFound"]')).toContain("A star was found");
    await page.goto(`${site.url}reference/listTelescopes/`);
    expect(await textOf('[data-member="links"]')).toContain("$response.body#/0/id");
    await page.locator("nav.sidebar").getByText("createATelescope").click();
    expect(await textOf('[data-member="callbacks"]')).toContain("$request.body#/callback");
    expect(await textOf('[data-member="encoding"]')).toContain("image/png");
  });

  test("what two parameters add is told apart, and of the one that is no list one value is asked for at a time", async () => {
    await page.goto(`${site.url}reference/readTelescope/`);
    expect(await textOf("#includes")).toBe("What include and expand add");
    expect(await textOf('[id="include.expand=guide"]')).toContain("expand=guide guide");
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
  });

  test("documents elsewhere are links, and nothing is fetched from there", async () => {
    await page.goto(`${site.url}reference/listTelescopes/`);
    const more = page.locator(".external-docs a");
    expect(await more.getAttribute("href")).toBe("https://example.com/list");
    expect(await more.innerText()).toBe("On lists");
  });

  test("schemas of other files keep their names", async () => {
    await page.goto(`${site.url}reference/listTelescopes/`);
    expect(await textOf('[id="response.200.application-json"] .body-head')).toContain("array of Telescope");
    expect(
      await page
        .locator('[id="response.200.application-json.~item.~oneOf-2"] .field-name')
        .first()
        .innerText(),
    ).toBe("Radio");
  });

  test("each operation leads to its lines in the file that has it", async () => {
    await page.goto(`${site.url}reference/readTelescope/`);
    const origin = page.locator(".origin a");
    expect(await origin.innerText()).toBe("paths/telescope.yaml:4");
    await origin.click();
    const line = page.locator(".source li:target");
    expect((await line.innerText()).trim()).toBe("get:");
  });

  test("a contract of several files is downloaded as one, in YAML and in JSON", async () => {
    const yaml = parse(await (await fetch(`${site.url}openapi.yaml`)).text());
    expect(yaml).toEqual((await loadContract(unseenFile)).document);
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
