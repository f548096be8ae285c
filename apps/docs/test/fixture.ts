import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Operations of other shapes than the contract's own, to be merged into it. */
export function fixture(): Promise<string> {
  return readFile(
    fileURLToPath(import.meta.resolve("@workflow-api/openapi/fixtures/third-operation.yaml")),
    "utf8",
  );
}
