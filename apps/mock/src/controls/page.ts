import { createHash } from "node:crypto";
import type { MockAnswer } from "../message.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page of the controls. It asks this server for what it shows, and no other. */
export const controlsPage: MockAnswer = {
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; script-src ${hash(pageScript)}; style-src ${hash(pageStyle)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
  },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mock</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
<header>
  <h1 id="title">Mock</h1>
  <p id="error" role="alert" hidden></p>
  <form id="behaviour">
    <label>Delay <input name="delay" placeholder="300..900" size="9"> ms</label>
    <label>Fail <input name="fail" placeholder="5%:drop" size="9"></label>
    <button>Set</button>
    <button type="button" id="reset">Reset everything</button>
    <output id="said"></output>
  </form>
</header>
<main>
  <section aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2><div id="operations"></div></section>
  <section aria-labelledby="requests-title">
    <h2 id="requests-title">Requests</h2>
    <table>
      <thead><tr><th>#<th>Request<th>Status<th>Scenario<th>Why</thead>
      <tbody id="requests"></tbody>
    </table>
  </section>
</main>
<script>${pageScript}</script>
`,
  operationId: undefined,
  scenario: undefined,
};
