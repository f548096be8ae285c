import { relative } from "node:path";
import { styleText } from "node:util";
import { type Contract, terminalText } from "@workflow-api/contract";
import { describeOperations } from "../describe.ts";
import type { JournalEntry } from "../journal.ts";
import { basePathsOf } from "../problem.ts";
import type { RunningMock } from "../server/start.ts";
import type { Reload } from "../server/watch.ts";
import type { Output } from "./output.ts";

/** Logs the events of a mock server. */
export interface Log {
  started(running: RunningMock): void;
  answered(entry: JournalEntry): void;
  reloaded(reload: Reload): void;
  warn(message: string): void;
}

/** Where a log goes. */
export type Outputs = Readonly<Record<"out" | "err", Output>>;

/** A log for people: what is served, then a line for each request. */
export function createTextLog({ err, out }: Outputs): Log {
  return {
    started: (running) => out.print(startText(running)),
    answered: (entry) => out.print(lineOf(entry)),
    reloaded(reload) {
      if ("error" in reload)
        err.print(
          `${paint("red", "The contract is broken")}, so the last good one is still served:\n` +
            terminalText(shortened(reload.error.message)),
        );
      else out.print(`Loaded ${nameOf(reload.contract)} again.`);
    },
    warn: (message) => err.print(terminalText(message)),
  };
}

/** A log for programs: a JSON object for each event, without headers and bodies. */
export function createJsonLog({ out }: Outputs): Log {
  // JSON escapes only some control characters of terminals. Escaping the rest leaves it valid JSON.
  const print = (event: object): void =>
    out.print(terminalText(JSON.stringify({ at: new Date().toISOString(), ...event })));
  return {
    started: ({ mock: { contract }, url }) =>
      print({ event: "started", url, operations: describeOperations(contract, url) }),
    answered: ({ dropped, duration, method, status, target, why }) =>
      print({ event: "answered", method, target, status, dropped, duration, ...why }),
    reloaded(reload) {
      if ("error" in reload) print({ event: "contract-broken", message: reload.error.message });
      else print({ event: "contract-loaded", file: reload.contract.file });
    },
    warn: (message) => print({ event: "warning", message }),
  };
}

type Colour = Parameters<typeof styleText>[0];

/** The escape sequences before and after coloured text, where the terminal has colours. */
const styles = new Map<Colour, readonly string[]>();

function paint(colour: Colour, text: string): string {
  const style =
    styles.get(colour) ?? styleText(colour, "\0", { stream: process.stdout }).split("\0");
  styles.set(colour, style);
  return style.join(terminalText(text));
}

/** Above this number, operations are counted, not listed. */
const mostOperations = 12;

function startText({ mock: { contract }, url }: RunningMock): string {
  const operations = describeOperations(contract, url);
  const blocks = operations
    .slice(0, mostOperations)
    .map(({ method, operationId, path, scenarios }) => {
      const names = scenarios.map(
        ({ name, status }) => `${paint(colourOf(status), String(status))} ${terminalText(name)}`,
      );
      const listed = names.join(", ") || "no scenario: responses are generated";
      return `${paint("bold", operationId)}  ${method} ${terminalText(path)}\n  ${listed}`;
    });
  const bases = basePathsOf(contract.operations);
  const more = operations.length - mostOperations;
  // A GET is the simplest command.
  const isGet = ({ method }: { readonly method: string }): boolean => method === "GET";
  const simplest = [...operations.filter(isGet), ...operations]
    .flatMap(({ scenarios }) => scenarios)
    .find(({ isDefault }) => isDefault)?.curl;
  const title = terminalText(`${contract.info.title} ${contract.info.version}`);
  return [
    `${title}, mocked at ${paint("cyan", url)}`,
    `Requests and controls: ${paint("cyan", `${url}/__mock/`)}`,
    ...bases.map(
      (base) => `Paths may begin with ${terminalText(base)}, as those of the server do.`,
    ),
    "",
    ...blocks,
    ...(more > 0 ? [`and ${more} more operations`] : []),
    ...(simplest === undefined ? [] : ["", "Try it:", `  ${terminalText(simplest)}`]),
    "",
    `The contract is ${nameOf(contract)}. Ctrl-C stops.`,
  ].join("\n");
}

function nameOf({ file }: Contract): string {
  const path = relative(process.cwd(), file);
  return terminalText(path.startsWith("..") ? file : path);
}

/** `GET /things/1?include=a 200 full; matched 0.8 ms` */
function lineOf({ dropped, duration, method, status, target, why }: JournalEntry): string {
  const result = dropped ? paint("red", "dropped") : paint(colourOf(status), String(status));
  const first = why.violations[0];
  const problem = first === undefined ? "" : `: ${first.part}${first.pointer} ${first.message}`;
  const chosen = [why.scenario, why.reason, why.nearest].filter(Boolean).join("; ");
  const notes = why.notes.map(({ message, part }) => ` (${part} ${message})`);
  const reason = `${chosen}${why.scenario === undefined ? problem : ""}${notes.join("")}`;
  const asked = terminalText(`${method} ${target}`);
  return `${asked} ${result} ${terminalText(reason)} ${paint("dim", `${duration} ms`)}`;
}

function colourOf(status: number): Colour {
  if (status >= 500) return "red";
  return status >= 400 ? "yellow" : "green";
}

/** Causes come first, and one mistake may have many consequences. */
const mostLines = 5;

function shortened(message: string): string {
  const lines = message.split("\n");
  const more = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
