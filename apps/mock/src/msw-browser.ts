import { type Contract, type JsonObject, readContract } from "@workflow-api/contract";
import { createMswMock as create, type MswMock, type MswOptions } from "./msw/create-msw-mock.ts";

/** The contract of this package as one document. The build puts it here; `null`: it was broken then. */
declare const packagedDocument: JsonObject | null;

/**
 * Creates a mock of the service for MSW, in a page.
 * @throws {Error} if the policy of the page forbids what schemas are compiled with; otherwise as in Node.
 */
export async function createMswMock(options: MswOptions): Promise<MswMock> {
  assertCompiling();
  return await create(options, packaged);
}

function assertCompiling(): void {
  try {
    new Function("");
  } catch (cause) {
    throw new Error(
      "The mock compiles schemas with new Function, which the Content-Security-Policy of this page forbids. Allow 'unsafe-eval' in its script-src while you develop.",
      { cause },
    );
  }
}

function packaged(): Contract {
  if (packagedDocument === null) {
    throw new Error(
      "The contract of @workflow-api/mock was broken when the package was built. Mend it and build again, or give a document.",
    );
  }
  return readContract(packagedDocument);
}
