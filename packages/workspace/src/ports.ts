import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { CommandError, readArguments } from "./command-line.ts";

/** The ports of the mock and of the docs, by their options. */
export type Ports = Readonly<Record<"mock-port" | "docs-port", string>>;

/** @throws {CommandError} The command line is wrong. */
export function readPorts(args: readonly string[]): Ports {
  const port = (number: string) => ({ type: "string", default: number }) as const;
  const options = { "mock-port": port("4010"), "docs-port": port("4020") };
  const { values } = readArguments(args, options);
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,4}$/.test(value) || Number(value) > 65_535)
      throw new CommandError(`--${name} takes a port from 1 to 65535, not "${value}".`, 2);
  const { "mock-port": mock, "docs-port": docs } = values;
  if (mock !== docs) return values;
  throw new CommandError(`${mock} cannot be the port of both: change one of them.`, 2);
}

/**
 * @param option - The beginning of a command that chooses another port.
 * @throws {CommandError} Another program listens on it.
 */
export async function assertPortFree(port: string, option: string): Promise<void> {
  const server = createServer().listen(Number(port), "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    const other = (Number(port) % 65_535) + 1;
    throw new CommandError(`Port ${port} is in use. Choose another: ${option} ${other}`);
  } finally {
    server.close();
  }
}

/** Waits until a program of this machine listens on a port, or until it shall wait no more. */
export async function waitForPort(port: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = connect(Number(port), "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch {
      await wait(100);
    } finally {
      socket.destroy();
    }
  }
}
