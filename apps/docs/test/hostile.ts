import { type JsonObject, replaceAt } from "@workflow-api/contract";
import { furtherContract, type Json } from "@workflow-api/workspace/fixtures";

// A contract whose every text tries to be something other than text.

/** Each is a text that a page has to show as it is written. */
export const hostileTexts: readonly string[] = [
  "</title><script>alert(1)</script>",
  '<img src=x onerror="alert(2)">',
  "\"><svg onload='alert(3)'>",
  "`code` `` ``` | pipe | \\| [x](javascript:alert(4))",
  "__proto__ constructor 'quotes' “curled”",
  "مرحبا بالعالم 👩‍👩‍👧 ‮reversed‬",
  "unbroken".repeat(25),
];

/** The documentation of each tag and operation elsewhere. */
export const docsUrl = "https://docs.example/";

const properties = "/components/schemas/Client/properties";

const blocks = `# Heading <b>x</b>

![image](javascript:alert(5))

| a | b |
|---|---|
| ${"wide ".repeat(60)} | 2 |

~~~
${"x".repeat(300)}
~~~`;

/** The contract with every text replaced: titles, summaries, descriptions, tags and open questions. */
export function hostileContract(): JsonObject {
  let count = 0;
  const next = (): string => hostileTexts[count++ % hostileTexts.length] ?? "";
  const replaced = (key: string, text: string): string => {
    if (key === "description") return `${next()}\n\n${blocks}`;
    if (key === "tags") return `${text} ${hostileTexts[0]}`;
    if (text === "getHealth") return "__proto__";
    return ["summary", "title", "unknown", "until_known"].includes(key) ? next() : text;
  };
  const visit = (value: Json, key: string): Json => {
    if (typeof value === "string") return replaced(key, value);
    if (Array.isArray(value)) return value.map((each) => visit(each, key));
    if (value === null || typeof value !== "object") return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      // The name of a tag stands in its object, and in each operation.
      visit(member, key === "tags" && name === "name" ? "tags" : name),
    ]);
    const hasDocs = "operationId" in value || (key === "tags" && "name" in value);
    const externalDocs = { url: docsUrl, description: next() };
    return { ...Object.fromEntries(members), ...(hasDocs && { externalDocs }) };
  };
  const elsewhere = { url: "javascript:alert(7)", description: next() };
  const added = {
    "/externalDocs": elsewhere,
    "/info/termsOfService": elsewhere.url,
    "/info/contact": {
      name: next(),
      url: elsewhere.url,
      email: 'a"onclick=alert(8)@example.com',
    },
    "/info/license": { name: next(), url: elsewhere.url },
    [`${properties}/<img src=x onerror=alert(6)>`]: { type: "string", enum: hostileTexts },
    [`${properties}/a|b\`c`]: {
      type: "string",
      default: hostileTexts[3] ?? "",
      pattern: "^<script>`|\"'$",
    },
    [`${properties}/constructor`]: { type: "string" },
  };
  return Object.entries(added).reduce(
    (document, [pointer, value]) => replaceAt(document, pointer, value),
    visit(furtherContract(), "") as JsonObject,
  );
}
