import { fileURLToPath } from "node:url";

const standIn = fileURLToPath(new URL("stand-in/curl.ts", import.meta.url));

/** What to put before a script that calls curl: a machine may not have it. */
export const shellWithCurl: string = `command -v curl >/dev/null || curl() { "${process.execPath}" "${standIn}" "$@"; }\n`;
