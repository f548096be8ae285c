import { fileURLToPath } from "node:url";
import type { Page } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { describe, expect } from "vitest";
import { seenText } from "./opened.ts";
import { test as staged } from "./stage.ts";

const file = fileURLToPath(new URL("contracts/letters.yaml", import.meta.url));
const scenarios = (await loadContract(file)).operations.flatMap((operation) =>
  operation.scenarios.map(({ name, status }) => ({ id: operation.operationId, name, status })),
);

/** Opens the page of an operation, the mock as its address. */
const test = staged.extend("open", ({ page, site, mock }) => async (operationId: string): Promise<void> => {
  await page.goto(`${site.url}reference/${operationId}/`);
  await page.getByLabel("Address", { exact: true }).fill(mock.url);
});
test.override("file", file);

async function tryIt(page: Page): Promise<string> {
  await page.getByRole("button", { name: /^Try it/ }).click();
  await page.locator(".verdict").waitFor();
  return await page.locator(".try").innerText();
}

describe("Try it, for operations that no client was generated for", () => {
  const sent = scenarios.filter(({ id }) => id !== "listLetters");

  test.for(sent)(
    "$id $status $name gets the answer of its scenario",
    async ({ id, status }, { open, page }) => {
      await open(id);
      expect(await tryIt(page)).toContain(`Answered ${status}`);
      await page.locator(".verdict.same").waitFor();
    },
  );

  test("a list, an object and a header travel as the contract says; a cookie is said not to", async ({
    open,
    page,
  }) => {
    await open("listLetters");
    const shown = await tryIt(page);
    expect(shown).toContain("GET /letters?filter[city]=S%C3%A3o%20Paulo&filter[read]=true&sizes=1&sizes=2");
    expect(shown).toContain("x-kinds: card,parcel");
    expect(shown).toContain("Not sent: cookie. A browser lets no page set it");
    expect(shown).toContain("session (cookie) must be sent");
  });

  test("what a scenario leaves open is sent as its samples have it", async ({ open, page }) => {
    await open("sealLetter");
    const sample = await page.locator("details.sample code").first().textContent();
    const [path = ""] = /\/letters\/[^']+/.exec(sample ?? "") ?? [];
    expect(path).toMatch(/^\/letters\/YOUR_\w+\/seal$/);
    expect(await tryIt(page)).toContain(`POST ${path}`);
  });

  test("a user name and a password stand in the samples as they are, and travel encoded", async ({
    open,
    page,
  }) => {
    await open("burnLetter");
    await page.getByLabel("User name", { exact: true }).fill("Ada");
    await page.getByLabel("Password", { exact: true }).fill("pä:ss");
    const samples = await page.locator("details.sample code").allTextContents();
    expect(samples[0]).toContain("--user 'Ada:pä:ss'");
    expect(samples[1]).toContain(`Authorization: \`Basic \${btoa("Ada:pä:ss")}\``);
    expect(samples[2]).toContain('{ username: "Ada", password: "pä:ss" }');
    const sent = page.waitForRequest((request) => request.method() === "DELETE");
    const shown = await tryIt(page);
    const encoded = Buffer.from("Ada:pä:ss").toString("base64");
    expect((await sent).headers()["authorization"]).toBe(`Basic ${encoded}`);
    expect(shown).not.toContain(encoded);
    expect(shown).not.toContain("pä:ss");
  });

  test("a file is told by its length, and held to the answer of the scenario all the same", async ({
    open,
    page,
  }) => {
    await open("scanLetter");
    const shown = await tryIt(page);
    expect(shown).toContain("(11 bytes of application/pdf)");
    expect(shown).toContain("The same as the answer of the scenario.");
    await page.evaluate(() => document.querySelector(".answer pre code")?.append("x"));
    await page.getByRole("button", { name: /^Try it/ }).click();
    await page.locator(".verdict.other").waitFor();
  });

  test("an operation without a scenario has a request by its schemas, in every language and to try", async ({
    open,
    page,
  }) => {
    await open("answerLetter");
    const target = "/letters/YOUR_LETTER_ID/replies/3?tone=warm";
    const samples = await page.locator("details.sample code").allTextContents();
    expect(samples.map((text) => text.includes(target))).toEqual([true, true, false]);
    expect(samples[2]).toContain('letterId: "YOUR_LETTER_ID"');
    const shown = await tryIt(page);
    expect(shown).toContain(`POST ${target}`);
    expect(shown).toContain("Answered 201");
    expect(shown).not.toContain("the scenario");
    const body = { text: "YOUR_TEXT", kind: "card", weight: 1, stamps: [{ value: 5 }] };
    expect(JSON.parse((await page.locator("#example ~ .code pre").first().textContent()) ?? "")).toEqual(
      body,
    );
  });

  test("a form and parts are sent as such", async ({ open, page }) => {
    await open("stampLetter");
    expect(await tryIt(page)).toContain("value=3&motif=a+%26+b");
    await open("weighLetter");
    expect(await tryIt(page)).toMatch(/multipart\/form-data; boundary=.*name="unit"\s+gram/s);
  });

  test("a file of a form has a name and a media type, without which a server takes it for a field", async ({
    open,
    page,
  }) => {
    await open("weighLetter");
    expect(await tryIt(page)).toMatch(
      /name="photo"; filename="photo"\s+content-type: image\/svg\+xml\s+<svg/i,
    );
  });

  test("a form is one of several media types, and stays the one that is chosen", async ({ open, page }) => {
    await open("weighLetter");
    await page.getByText("Other values").click();
    expect(await page.getByRole("combobox", { name: "Content-Type" }).inputValue()).toBe(
      "multipart/form-data",
    );
    expect(await page.locator(".try-fields .hint").last().innerText()).toBe(
      "multipart/form-data, written as JSON",
    );
  });

  test("a text that is JSON is shown as JSON, a value without a letter as something, a description as Markdown", async ({
    open,
    page,
  }) => {
    await open("readMotto");
    expect(await seenText(page.locator(".answer pre"))).toBe('"Semper"');
    expect(await seenText(page.locator("dl.values").last())).toMatch(/accent\s+""/);
    expect(await seenText(page.locator(".scenario > p strong"))).toBe("text");
    await open("readLetter");
    expect(await seenText(page.locator(".answer pre"))).toBe("Dear reader");
  });

  test("a problem in the body leads to its very place in the text", async ({ open, page }) => {
    await open("writeLetter");
    await page.getByText("Other values").click();
    const body = page.getByRole("textbox", { name: /^body/ });
    await body.fill('{ "text": "Hi", "to": { "box": 7 }, "stamps": [{ "value": 1 }, { "value": "two" }] }');
    expect(await tryIt(page)).toContain("Answered 422");
    await page.getByRole("button", { name: "The body at /stamps/1/value" }).click();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('"two"');
    expect(await body.getAttribute("aria-invalid")).toBe("true");
  });

  test("a body that is no JSON is sent if told to", async ({ open, page }) => {
    await open("writeLetter");
    await page.getByText("Other values").click();
    await page.getByRole("textbox", { name: /^body/ }).fill("{ no");
    expect(await tryIt(page)).toContain("Nothing was sent");
    await page.getByRole("button", { name: "Send it anyway" }).click();
    await page.locator(".try-result").getByText("{ no").waitFor();
    expect(await page.locator(".try-result").innerText()).toMatch(/Answered 4\d\d/);
  });
});
