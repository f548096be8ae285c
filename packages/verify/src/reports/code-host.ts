import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Report } from "../report.ts";

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarifReport({ causes, conclusion, untried }: Report): string {
  const isKnown = conclusion !== "unknown";
  const results = causes.map(({ cause, file, line, message, name, title }) => {
    const uri = isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll("\\", "/"));
    const place = { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
    const text = `${title}: ${message}`;
    const partialFingerprints = { cause };
    return {
      ruleId: name,
      level: "error",
      message: { text },
      locations: [place],
      partialFingerprints,
    };
  });
  const rules = [...new Set(causes.map(({ name }) => name))].map((id) => ({ id }));
  const level = isKnown ? "warning" : "error";
  const toolExecutionNotifications = untried.map((text) => ({ level, message: { text } }));
  const invocations = [{ executionSuccessful: isKnown, toolExecutionNotifications }];
  const tool = { driver: { name: "workflow-api-verify", rules } };
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema, version: "2.1.0", runs: [{ tool, invocations, results }] }, undefined, 2)}\n`;
}

/** The workflow commands by which GitHub Actions shows failures at the lines of the contract. */
export function annotations({ causes, conclusion, headline }: Report): string {
  const errors = causes.map(({ file, line, message, name, title }) => {
    const [path, subject] = [file, title].map((text) => encoded(text, /[%\r\n:,]/g));
    return `::error file=${path},line=${line},title=${subject}::${encoded(`${name}: ${message}`)}\n`;
  });
  return [...errors, ...(conclusion === "unknown" ? [`::error::${encoded(headline)}\n`] : [])].join(
    "",
  );
}

function encoded(text: string, reserved = /[%\r\n]/g): string {
  return text.replaceAll(reserved, (character) => encodeURIComponent(character));
}
