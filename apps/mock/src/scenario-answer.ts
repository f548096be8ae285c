import type { Operation } from "@workflow-api/contract";
import { answerOf } from "./engine/answer-of.ts";
import { type Chosen, scenarioOperation, shownOperation } from "./engine/derived-operation.ts";
import type { Engine } from "./engine/engine.ts";
import type { PrismOperation, PrismRequest, PrismResult } from "./engine/prism.ts";
import type { MockAnswer, ScenarioReason } from "./message.ts";

/** The name of the response header that tells which scenario answered, and why. */
export const scenarioHeader = "mock-scenario";

/** The answer of a scenario, negotiated by Prism. */
export async function scenarioAnswer(
  engine: Engine,
  request: PrismRequest,
  routed: PrismOperation,
  operation: Operation,
  chosen: Chosen,
  reason: ScenarioReason,
): Promise<MockAnswer> {
  const derived = scenarioOperation(operation, routed, chosen);
  if (derived === undefined) return answerOf(await engine.answer(request, routed, {}), { operation });
  const result = await negotiated(engine, request, routed, derived, chosen);
  if (result._tag === "Left") return answerOf(result, { operation });
  const { name } = chosen.scenario;
  const answer = await answerOf(result, { operation, scenario: { name, reason } });
  return {
    ...answer,
    headers: { ...answer.headers, [scenarioHeader]: `${encodeURIComponent(name)}; ${reason}` },
  };
}

/**
 * An error is not negotiated away: a client that accepts the media type of a success gets the error in the one that
 * the contract gives it, as it would from the service, and as Prism itself does with its 401.
 */
async function negotiated(
  engine: Engine,
  request: PrismRequest,
  routed: PrismOperation,
  derived: PrismOperation,
  chosen: Chosen,
): Promise<PrismResult> {
  const { scenario } = chosen;
  const own = await engine.answer(request, shownOperation(derived, chosen), {});
  const result = own._tag === "Right" ? own : await engine.answer(request, derived, {});
  const isSuccess = scenario.status >= 200 && scenario.status < 300;
  if (result._tag === "Right" || isSuccess || scenario.mediaType === undefined) return result;
  const otherwise = await engine.answer(request, { ...routed, callbacks: [] }, {});
  if (otherwise._tag === "Left") return otherwise;
  return engine.answer(request, derived, { mediaTypes: [scenario.mediaType] });
}
