import { type Contract, type JsonObject, readContract } from "@workflow-api/contract";
import { createMswMock as create, type MswMock, type MswOptions } from "./msw/create-msw-mock.ts";

/** The contract of this package as one document. The build puts it here; `null`: it was broken then. */
declare const packagedDocument: JsonObject | null;

/** Creates a mock of the service for MSW, in a page: as in Node, where `msw.ts` says more. */
export function createMswMock(options: MswOptions): Promise<MswMock> {
  return create(options, packaged);
}

function packaged(): Contract {
  if (packagedDocument === null) {
    throw new Error(
      "The contract of @workflow-api/mock was broken when the package was built. Mend it and build again, or give a document.",
    );
  }
  return readContract(packagedDocument);
}
