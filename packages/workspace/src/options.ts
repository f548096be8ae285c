import { parseArgs } from "node:util";

/** What `npm start` and `npm run dev` can be told. */
export interface Options {
  readonly mockPort: number;
  readonly docsPort: number;
}

/** The command line is wrong. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/**
 * Reads the command line of `npm start` or `npm run dev`.
 * @returns `undefined` if help is asked for.
 * @throws {UsageError} An option is unknown, a port is not a port, or both ports are the same.
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help === true) return undefined;
  const mockPort = port("--mock-port", values["mock-port"]);
  const docsPort = port("--docs-port", values["docs-port"]);
  if (mockPort === docsPort) {
    throw new UsageError(
      `${mockPort} cannot be the port of both. Give another one to --mock-port or --docs-port.`,
    );
  }
  return { mockPort, docsPort };
}

/** The help of `npm start` and `npm run dev`. */
export function help(command: string, what: string): string {
  return `${what}

Usage: ${command} -- [options]

  --mock-port PORT   where the mock listens (4010)
  --docs-port PORT   where the docs listen (4020)
  --help             this text
`;
}

function parse(args: readonly string[]): { help?: boolean; "mock-port": string; "docs-port": string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h" },
        "mock-port": { type: "string", default: "4010" },
        "docs-port": { type: "string", default: "4020" },
      },
    });
    return values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    throw new UsageError(`${reason}. The options are --mock-port, --docs-port and --help.`);
  }
}

function port(option: string, text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 65_535) return value;
  throw new UsageError(`${option} takes a port from 1 to 65535, not ${JSON.stringify(text)}.`);
}
