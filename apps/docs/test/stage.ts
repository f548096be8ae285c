import { openWatchedPage } from "@workflow-api/browser";
import { contractFile } from "@workflow-api/contract";
import { test as base, expect } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { startMockProcess } from "./mock.ts";
import { builtSite, siteOf } from "./site.ts";

/**
 * A test in a browser: `site` and `mock` run as long as its file does, and its `page`, which has the clipboard,
 * may see neither another host nor an error. A file that overrides `file` has the site and the mock of that contract.
 */
export const test = base
  .extend("file", { scope: "file" }, contractFile())
  .extend("site", { scope: "file" }, async ({ file }, { onCleanup }) => {
    const site = await (file === contractFile() ? builtSite() : siteOf(file));
    onCleanup(() => site.close());
    return site;
  })
  .extend("mock", { scope: "file" }, async ({ file }, { onCleanup }) => {
    const mock = await startMockProcess("--contract", file);
    onCleanup(() => mock.close());
    return mock;
  })
  .extend("browser", { scope: "file" }, async ({ file: _file }) => sharedBrowser())
  .extend("watched", async ({ browser }, { onCleanup }) => {
    const watched = await openWatchedPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
    onCleanup(async () => {
      await watched.close();
      expect([...watched.foreignRequests, ...watched.pageErrors]).toEqual([]);
    });
    return watched;
  })
  .extend("page", ({ watched }) => watched.page);
