import { createServer } from "node:net";

/** A port that another program listens on. The message names the port and the option to change it. */
export class PortInUseError extends Error {
  override readonly name: string = "PortInUseError";

  constructor(port: number, option: string, command: string) {
    super(
      `Port ${port} is in use. Stop what listens there, or choose another one: ${command} -- ${option} ${port + 1}`,
    );
  }
}

/**
 * Makes sure that a port of 127.0.0.1 is free, before time is spent on what will listen there.
 * @throws {PortInUseError} It is not.
 */
export async function assertPortFree(port: number, option: string, command: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        "code" in error && error.code === "EADDRINUSE" ? new PortInUseError(port, option, command) : error,
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
