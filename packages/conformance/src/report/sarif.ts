import type { Report } from "./report.ts";

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarifReport({ results }: Report): string {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const rules = [...new Set(failed.flatMap(({ findings }) => findings.map(({ name }) => name)))];
  const found = failed.flatMap(({ file, findings, line, title }) =>
    findings.map(({ name, message }) => ({
      ruleId: name,
      ruleIndex: rules.indexOf(name),
      level: "error",
      message: { text: `${title}: ${message}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file.replaceAll("\\", "/") },
            region: { startLine: line },
          },
        },
      ],
      partialFingerprints: { case: `${title}: ${name}` },
    })),
  );
  const driver = { name: "workflow-api-verify", rules: rules.map((id) => ({ id })) };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results: found }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}
