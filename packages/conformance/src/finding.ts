/**
 * What is wrong with an answer, in the names of Schemathesis where it has one. `body_conformance`,
 * `include_conformance` and `link_conformance` are this package's own.
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
  | "body_conformance"
  | "include_conformance"
  | "link_conformance";

/** One way in which an answer contradicts what is expected of it. */
export interface Finding {
  readonly name: FindingName;
  /** What the contract says and what came, for people. It holds no secret and no value of the body. */
  readonly message: string;
  /** The JSON Pointer of the bundled document that is contradicted. */
  readonly pointer: string;
}
