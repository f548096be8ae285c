export type { MockAnswer, Why } from "./answer.ts";
export type { Behaviour, Controls, Sequence } from "./controls.ts";
export { describeOperations, type OperationSummary, type ScenarioSummary } from "./describe.ts";
export type { JournalEntry } from "./journal.ts";
export { createMock, type Mock } from "./mock.ts";
export { type MockOptions, type RunningMock, startMock } from "./server/start.ts";
export type { Reload } from "./server/watch.ts";
