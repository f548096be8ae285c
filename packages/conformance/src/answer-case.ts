import type { Operation, SourceLocation } from "@workflow-api/contract";
import type { Answer, CaseRequest } from "./case.ts";

/**
 * An answer that a server could give, and whether the contract allows it. A server that serves examples never shows
 * what a constraint on a response refuses; a judge of answers (see `Target`) does.
 */
export interface AnswerCase {
  /** Unique among the answers of a contract: `getVariablesCage 200 answer /data/id against type`. */
  readonly title: string;
  readonly operation: Operation;
  readonly pointer: string;
  readonly location: SourceLocation;
  /** A valid request that the answer could belong to. */
  readonly request: CaseRequest;
  readonly answer: Answer;
  readonly allowed: boolean;
  /** The keyword that refuses it; `required` for what is missing, `content` and `status` for what is undocumented. */
  readonly keyword: string | undefined;
  /** The values that the refusal of an `enum` names, as the mock's engine spells them. */
  readonly choices: readonly string[] | undefined;
}
