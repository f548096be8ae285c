import type { Cause, Report } from "../report.ts";

/** The report for a pull request, or for the summary of a job. */
export function markdownReport({ causes, coverage, headline, notes, summary }: Report): string {
  const rows = coverage.map(({ came, missing, notSent, operationId, summary: numbers }) =>
    row([operationId, numbers, came.join(", "), [...missing, ...notSent].join(", ")]),
  );
  const head = ["| operation | cases | responses | not tried |", "|---|---|---|---|"];
  const table = [...head, ...rows].join("\n");
  const blocks = [...causes.map(causeText), details("What was tried", [table])];
  const told = notes.map((note) => `Note: ${plain(note)}`);
  return [`## ${plain(headline)}`, plain(summary), ...told, ...blocks, ""].join("\n\n");
}

function causeText({ curl, file, line, message, name, notes, title }: Cause): string {
  const command = `\`\`\`\`sh\n${curl}\n\`\`\`\``;
  return details(title, [
    plain(`${name}: ${message} See ${file}:${line}.`),
    command,
    ...notes.map(plain),
  ]);
}

function details(title: string, paragraphs: readonly string[]): string {
  return `<details><summary>${plain(title)}</summary>\n\n${paragraphs.join("\n\n")}\n\n</details>\n`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(plain).join(" | ")} |`;
}

/** A text that neither ends its cell nor starts markup. */
function plain(text: string): string {
  return text.replaceAll(/[\\|<>`*_[\]]/g, "\\$&").replaceAll("\n", " ");
}
