import { relative } from "node:path";
import { formatBehaviour, parseDelay, parseFailure } from "../controls/behaviour.ts";
import type { CliOptions } from "./options.ts";

/** What the command line sets, told after the start: what is not as usual, and the file that is served. */
export function settingsText(options: CliOptions, file: string): string {
  const { delay, fail, corsOrigins, cert, watch } = options;
  const path = relative(process.cwd(), file);
  const contract = path.startsWith("..") ? file : path;
  return [
    ...(delay === undefined
      ? []
      : [`Answers wait ${formatBehaviour({ delay: parseDelay(delay) }).delay} ms.`]),
    ...(fail === undefined ? [] : [failText(fail)]),
    ...(corsOrigins.length === 0
      ? []
      : [`Pages of ${corsOrigins.join(", ")} may read the answers, besides those on this machine.`]),
    ...(cert === undefined ? [] : [`If the certificate is self-signed, call curl with --cacert ${cert}.`]),
    `The contract is ${contract}${watch ? ", reloaded whenever it changes" : ""}. Ctrl-C stops.`,
  ].join("\n");
}

function failText(text: string): string {
  const { rate, kind } = parseFailure(text);
  const share = `${Number((rate * 100).toFixed(3))}%`;
  return kind === "drop"
    ? `${share} of the connections are dropped instead of answered.`
    : `${share} of the answers are failures with status ${kind}.`;
}
