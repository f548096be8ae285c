// A process of its own, started by npm-chromium.ts: @sparticuz/chromium unpacks into the temporary folder of its
// process, and its libraries only where the environment says Amazon Linux. Both are set for this process alone.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
