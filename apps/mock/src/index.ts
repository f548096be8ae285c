export type { Behaviour, Controls, Sequence } from "./controls.ts";
export type { OperationSummary, ResponseSummary } from "./describe.ts";
export type { JournalEntry } from "./journal.ts";
export type { Mock } from "./mock.ts";
export { createMock } from "./node.ts";
export type { Explanation, MockResponse } from "./response.ts";
export type { MockHealth, MockState } from "./server/control-api.ts";
export { type MockOptions, type RunningMock, startMock } from "./server/start.ts";
export type { Reload } from "./server/watch.ts";
