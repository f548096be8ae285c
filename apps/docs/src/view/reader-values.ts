import type { Contract, Operation } from "@workflow-api/contract";
import { clientPlace } from "@workflow-api/contract/calls";
import { sampleAddress } from "../samples/sample-request.ts";
import { credentialOf, waysOf } from "./security.ts";

/** A value that the reader may give: what it is called, and what it stands for in the samples. */
export interface ReaderValue {
  readonly label: string;
  readonly from: string;
  readonly secret: boolean;
  /** Whether it is where the service is. */
  readonly isAddress?: boolean;
}

/** The reader's own address, settings and secrets for an operation. */
export function readerValues(contract: Contract, operation: Operation): ReaderValue[] {
  const own = operation.parameters.filter((parameter) => {
    const place = clientPlace(contract, operation, parameter);
    return place !== undefined && "option" in place;
  });
  const credentials = new Map(
    waysOf(operation)
      .flat()
      .flatMap((scheme) => credentialOf(scheme)?.parts ?? [])
      .map(({ label, placeholder }) => [placeholder, label]),
  );
  return [
    { label: "Address", from: sampleAddress(operation), secret: false, isAddress: true },
    ...own.flatMap(({ name, sample }) =>
      typeof sample === "string" ? [{ label: name, from: sample, secret: false }] : [],
    ),
    ...[...credentials].map(([from, label]) => ({ label, from, secret: true })),
  ];
}
