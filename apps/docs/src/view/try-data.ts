import { settings } from "@workflow-api/client/wire";
import { type Contract, type Operation, parameterKey, type Scenario } from "@workflow-api/contract";
import { type ClientCall, clientCall } from "../samples/client-call.ts";
import { type SampleRequest, sampleAddress, sampleRequest } from "../samples/sample-request.ts";
import { credentialOf, wayName, waysOf } from "./security.ts";

/** One way of sending a scenario's request from the page. */
export interface TryWay {
  readonly name: string;
  /** `undefined`: the typed client cannot send it. */
  readonly call: ClientCall | undefined;
  readonly request: SampleRequest;
}

/** What the page needs to try a scenario. */
export interface TryData {
  readonly ways: readonly TryWay[];
  readonly status: number;
  /** The answer of the example. */
  readonly answer: unknown;
}

/** The ways of sending a scenario, and what should come of it. */
export function tryData(contract: Contract, operation: Operation, scenario: Scenario): TryData {
  return {
    ways: waysOf(operation).map((way) => ({
      name: wayName(way),
      call: clientCall(contract, operation, scenario, way),
      request: sampleRequest(operation, scenario, way),
    })),
    status: scenario.status,
    answer: scenario.response,
  };
}

/** A value that the reader may give: what it is called, and what it stands for in the samples. */
export interface ReaderValue {
  readonly label: string;
  readonly from: string;
  readonly secret: boolean;
}

/** The reader's own address, settings and secrets for an operation. */
export function readerValues(operation: Operation): ReaderValue[] {
  const headers = Object.values(settings).map(({ header }) => `header ${header.toLowerCase()}`);
  const own = operation.parameters.filter((parameter) => headers.includes(parameterKey(parameter)));
  const credentials = new Map(
    waysOf(operation)
      .flat()
      .flatMap((scheme) => credentialOf(scheme) ?? [])
      .map(({ name, prefix, placeholder }) => [placeholder, prefix === "" ? name : `${prefix}token`]),
  );
  return [
    { label: "Address", from: sampleAddress(operation), secret: false },
    ...own.flatMap(({ name, sample }) =>
      typeof sample === "string" ? [{ label: name, from: sample, secret: false }] : [],
    ),
    ...[...credentials].map(([from, label]) => ({ label, from, secret: true })),
  ];
}
