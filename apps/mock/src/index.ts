export type { MockHealth, MockState } from "./controls/control-api.ts";
export type { Behaviour, Controls, Sequence } from "./controls/controls.ts";
export type { JournalEntry } from "./controls/journal.ts";
export type { OperationSummary, ResponseSummary } from "./controls/operation-summary.ts";
export type { Mock } from "./mock.ts";
export { createMock } from "./node-mock.ts";
export type { Explanation, MockResponse } from "./response/explanation.ts";
export { type MockOptions, type RunningMock, startMock } from "./server/start.ts";
export type { Reload } from "./server/watch.ts";
