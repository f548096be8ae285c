/** A tool that is asked about two contracts cannot read one of them. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";

  constructor(tool: string, cause: unknown) {
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${tool} cannot compare the contracts: ${(said === "" ? reason : said).split("\n", 1)[0]}`, {
      cause,
    });
  }
}
