import { omittedLines, terminalText } from "@workflow-api/contract";
import type { JournalListener } from "../controls/journal.ts";
import type { MockOptions, RunningMock } from "../server/start.ts";
import type { Reload } from "../server/watch.ts";
import { reloadText, requestText, startText } from "./log-text.ts";
import { createOutput } from "./output.ts";

/** Prints what happens: as lines for people, or as a JSON object for each event. */
export interface Log {
  /** What is served. */
  start(running: RunningMock, options: MockOptions): void;
  /** A request and its response, or that there is none yet. */
  readonly request: JournalListener;
  /** What was loaded again, or why it was not. */
  readonly reload: (reload: Reload) => void;
  warn(message: string): void;
  /** Resolves when everything is written, or after a second. */
  end(): Promise<void>;
}

/** A log on standard output; people find warnings on standard error. */
export function createLog(isJson: boolean): Log {
  return isJson ? createEventLog() : createTextLog();
}

function createTextLog(): Log {
  const [out, err] = [createOutput(1), createOutput(2)];
  return {
    start: (running, options) => out.print(() => startText(running, options)),
    request: (summary) => out.print(() => requestText(summary())),
    reload: (reload) => ("error" in reload ? err : out).print(() => reloadText(reload)),
    warn: (message) => err.print(() => terminalText(message)),
    async end() {
      await Promise.all([out.end(), err.end()]);
    },
  };
}

/** Events are without headers and bodies. */
function createEventLog(): Log {
  const out = createOutput(1);
  // JSON escapes only some control characters of terminals. Escaping the rest leaves it valid JSON.
  const print = (event: () => object): void =>
    out.print(() => terminalText(JSON.stringify({ at: new Date(), ...event() })));
  return {
    start: ({ mock, url }) =>
      print(() => ({ event: "started", url, omitted: omittedLines(mock.contract) })),
    request: (summary) =>
      print(() => {
        const { explanation, number: _, ...rest } = summary();
        const event = rest.status === null ? "request" : "response";
        return { event, ...rest, ...explanation };
      }),
    reload: (reload) => print(() => reloadEvent(reload)),
    warn: (message) => print(() => ({ event: "warning", message })),
    end: out.end,
  };
}

function reloadEvent(reload: Reload): object {
  if ("error" in reload) return { event: "contract-broken", message: reload.error.message };
  const { contract } = reload;
  return { event: "contract-loaded", file: contract.file, omitted: omittedLines(contract) };
}
