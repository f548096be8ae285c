import { ApiError } from "./api-error.ts";

/** The service gave an answer that the contract documents, and it is an error. There is a class for each status. */
export class StatusError<Status extends number = number, Body = unknown> extends ApiError<Status, Body> {
  override readonly name: string = "StatusError";
  readonly kind = "status";
}
