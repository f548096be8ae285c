import { isObject, type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { furtherContract } from "@workflow-api/workspace/fixtures";

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

/** The contract with every text replaced: titles, summaries, descriptions, tags, open questions. */
export function hostileContract(): JsonObject {
  let count = 0;
  const next = (): string => hostileTexts[count++ % hostileTexts.length] ?? "";
  const replaced = (key: string, text: string): string => {
    if (key === "description") return `${next()}\n\n${blocks}`;
    if (text === "getHealth") return "__proto__";
    return ["summary", "title", "unknown", "until_known"].includes(key) ? next() : text;
  };
  const documented = (value: object): object => ({
    ...value,
    externalDocs: { url: docsUrl, description: next() },
  });
  const taggedAs = (name: unknown): string => `${name} ${hostileTexts[0]}`;
  const document = JSON.parse(JSON.stringify(furtherContract()), (key, value: unknown) => {
    if (typeof value === "string") return replaced(key, value);
    // The name of a tag stands in its object, and in each operation.
    if (key === "tags" && Array.isArray(value))
      return value.map((tag: unknown) =>
        isObject(tag) ? documented({ ...tag, name: taggedAs(tag["name"]) }) : taggedAs(tag),
      );
    return isObject(value) && "operationId" in value ? documented(value) : value;
  });
  const elsewhere = "javascript:alert(7)";
  const added = {
    "/externalDocs": { url: elsewhere, description: next() },
    "/info/termsOfService": elsewhere,
    "/info/contact": { name: next(), url: elsewhere, email: 'a"onclick=alert(8)@example.com' },
    "/info/license": { name: next(), url: elsewhere },
    [`${properties}/<img src=x onerror=alert(6)>`]: { enum: hostileTexts },
    [`${properties}/a|b\`c`]: { default: hostileTexts[3] ?? "", pattern: "^<script>`|\"'$" },
    [`${properties}/constructor`]: { type: "string" },
  };
  return Object.entries(added).reduce(
    (changed, [pointer, value]) => replaceAt(changed, pointer, value),
    document,
  );
}
