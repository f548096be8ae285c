export type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
export { type Executable, findExecutable } from "./executable.ts";
export { launchBrowser } from "./launch-browser.ts";
export { isLocal, openWatchedPage, type WatchedPage } from "./watched-page.ts";
