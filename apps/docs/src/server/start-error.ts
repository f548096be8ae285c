/** The server cannot start. The message says why, and what to do. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}

/** What went wrong with listening, in words that name the option to change. */
export function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} of ${host} is in use. Choose another with --port, or end what listens there.`,
    );
  }
  if (error.code === "EACCES") {
    return new StartError(`Port ${port} of ${host} may not be listened on. Choose another with --port.`);
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new StartError(`${host} is no address of this machine. Choose another with --host.`);
  }
  return error;
}
