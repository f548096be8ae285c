import type { Contract, SourceLocation } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer, CaseRequest } from "../case.ts";

/** Something that held by the old contract and does not by the new one, with the request or answer that shows it. */
export interface Break {
  /**
   * `callers`: a caller that keeps to the old contract fails. `servers`: a server that keeps to the old contract does
   * not keep the new one.
   */
  readonly for: "callers" | "servers";
  /** Who sends the request: the service sends that of a webhook or a callback. */
  readonly sender: "caller" | "service";
  /** The operation; `The webhook paid` and the like for what the service sends. */
  readonly operationId: string;
  /** What no longer holds, as a sentence. */
  readonly reason: string;
  /** Where the case comes from: in the old contract for a request, in the new one for an answer to callers. */
  readonly location: SourceLocation;
  /** The title of the derived case. */
  readonly title: string;
  /** The request; `<WORKFLOW_API_KEY>` and the like stand in it for secrets. */
  readonly request: CaseRequest;
  /** The keys of the security schemes that the request may have stand-ins of. */
  readonly schemes: readonly string[];
  /** The answer, where it is one that shows it. */
  readonly answer: Answer | undefined;
  /** The address that the request goes to, where that is what no longer holds. */
  readonly server: string | undefined;
  /** What the break is about, as JSON Pointers of the old contract's bundled document. */
  readonly oldPlaces: readonly string[];
  /** The same of the new contract. */
  readonly newPlaces: readonly string[];
}

/** What a caller may send by one contract and not by the other. */
interface RefusedRequest extends Pick<Break, "operationId" | "reason"> {
  /** The case with the request. */
  readonly shownBy: Pick<Break, "location" | "request" | "title">;
  /** The address that the request goes to, where that is what no longer holds. */
  readonly server?: string;
  /** What it is about, as JSON Pointers of the contract that allows it and of the other. */
  readonly places: readonly [by: readonly string[], other: readonly string[]];
}

/** The break of a request that one contract allows; if it is the new one, servers of the old one do not expect it. */
export function breakOfRequest(whom: Break["for"], by: Contract, refused: RefusedRequest): Break {
  const { server } = refused;
  const schemes = by.securitySchemes.map(({ key }) => key);
  return { ...toldOf(refused, whom === "callers"), for: whom, schemes, answer: undefined, server };
}

/** What a server may answer by one contract and not by the other. */
interface RefusedAnswer extends Pick<Break, "operationId" | "reason"> {
  /** The case with the answer. */
  readonly shownBy: Pick<AnswerCase, "answer" | "location" | "request" | "title">;
  /** What it is about, as JSON Pointers of the contract that allows it and of the other. */
  readonly places: readonly [by: readonly string[], other: readonly string[]];
}

/** The break of an answer that one contract allows; if it is the new one, callers of the old one do not expect it. */
export function breakOfAnswer(whom: Break["for"], refused: RefusedAnswer): Break {
  const { answer } = refused.shownBy;
  return { ...toldOf(refused, whom === "servers"), for: whom, schemes: [], answer, server: undefined };
}

/** What is told of a break whatever shows it. */
function toldOf(
  { operationId, places, reason, shownBy }: RefusedRequest | RefusedAnswer,
  isAllowedByOld: boolean,
) {
  const { location, request, title } = shownBy;
  const [oldPlaces, newPlaces] = isAllowedByOld ? places : [places[1], places[0]];
  return { sender: "caller" as const, operationId, reason, location, title, request, oldPlaces, newPlaces };
}
