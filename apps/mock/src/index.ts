import "./engine/lean-prism.ts";

export type { JournalEntry } from "./controls/journal.ts";
export type { MockControls, SequenceOptions, WrittenBehaviour } from "./controls/mock-controls.ts";
export type { Check } from "./controls/validated.ts";
export { type CreateOptions, createMock, type Mock, type NextScenario } from "./create-mock.ts";
export {
  curlCommand,
  describeOperations,
  type OperationSummary,
  type ScenarioSummary,
} from "./describe-operations.ts";
export type {
  AnsweredScenario,
  MockAnswer,
  MockRequest,
  RequestError,
  ScenarioReason,
} from "./message.ts";
export { type Credentials, sampleCredentials } from "./sample-credentials.ts";
export { scenarioHeader } from "./scenario-answer.ts";
export { type MockOptions, type Reload, type RunningMock, startMock } from "./start-mock.ts";
export type { UnreachedResponse } from "./unreached-responses.ts";
