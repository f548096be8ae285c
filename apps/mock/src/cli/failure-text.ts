import type { CliOptions } from "./options.ts";

/** Why the mock did not start, and what to do. */
export function failureText(error: unknown, { port, host }: Pick<CliOptions, "port" | "host">): string {
  // By name: to load its class is to load all that reads contracts.
  if (error instanceof Error && error.name === "ContractError") {
    return `The contract cannot be served:\n${error.message}`;
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (String(code).startsWith("ERR_OSSL")) {
    return "The files of --cert and --key are not a certificate and its key in PEM form.";
  }
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is in use. Choose another with --port, or any that is free with --port 0.`;
    case "EACCES":
      return `Port ${port} of ${host} may not be used by this user. Choose one above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is not an address of this machine. Choose one with --host, such as 127.0.0.1.`;
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
