import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { junitXml, markdownCode, markdownText, workflowCommand } from "../src/reports.ts";

/** All that means something to XML, to a workflow command or to a terminal. */
const hostile = `<b a="&'">]]>|%,:\n\r*_\`\u0000\u001b[31m`;
const finding = {
  level: "error",
  title: hostile,
  message: hostile,
  file: "a b.yaml",
  line: 7,
} as const;

test("A workflow command is one line, whatever its texts hold.", () => {
  const command = workflowCommand(finding);
  expect(command).toMatch(/^::error file=a b\.yaml,line=7,title=<b a=[^,:]*%25%2C%3A%0A%0D/);
  expect(command).toMatch(/^[^\n]*%0D[^,:\n]*::[^\n]*%25,:%0A%0D[^\n]*\n$/);
});

test("Markdown shows each text as it is, in a line and in a code block.", () => {
  expect(markdownText("a `b|<c>` ``` <d>\n|&")).toBe("a `b\\|<c>` \\`\\`\\` \\<d\\> \\|\\&");
  expect(markdownCode("sh", "```` \n")).toBe("`````sh\n```` \n\n`````");
});

test("JUnit passes the schema of Jenkins, counts what it has, and adds up the times.", async () => {
  const outcomes = ["passed", "failure", "failure", "error", "skipped"] as const;
  const text = { title: hostile, message: hostile, details: hostile };
  const cases = outcomes.map((outcome) => ({ ...text, suite: "a", duration: 500, outcome }));
  const contents = junitXml(hostile, cases);
  const xml = [{ fileName: "junit.xml", contents }];
  const schema = readFileSync(join(import.meta.dirname, "support", "jenkins.xsd"), "utf8");
  expect((await validateXML({ xml, schema: [schema] })).errors).toEqual([]);
  expect(contents).toContain(
    '<testsuite name="a" tests="5" failures="2" errors="1" skipped="1" time="2.500000">',
  );
});
