// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import { StatusError } from "../status-error.ts";
import type { operations } from "./openapi.ts";

/** The documented answer of status 401. */
export class UnauthorizedError extends StatusError<401, operations["resetSmartContractInstance"]["responses"]["401"]["content"]["application/vnd.api+json"] | operations["getVariablesCage"]["responses"]["401"]["content"]["application/vnd.api+json"]> {
  override readonly name = "UnauthorizedError";
}

/** The documented answer of status 404. */
export class NotFoundError extends StatusError<404, operations["resetSmartContractInstance"]["responses"]["404"]["content"]["application/vnd.api+json"]> {
  override readonly name = "NotFoundError";
}

/** The documented answer of status 500. */
export class InternalServerError extends StatusError<500, operations["resetSmartContractInstance"]["responses"]["500"]["content"]["application/vnd.api+json"]> {
  override readonly name = "InternalServerError";
}
