import { type Browser, launchBrowser } from "@workflow-api/browser";

let browser: Promise<Browser> | undefined;

/** The browser of all test files that a process runs. It ends with the process; whoever opens a context in it closes that. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}
