import { setupWorker } from "msw/browser";
import { mock } from "./mock.ts";

const worker = setupWorker(...mock.handlers);

export const beforeAll = (): Promise<unknown> => worker.start({ onUnhandledFrame: "bypass" });
export const beforeEach = (): void => mock.controls.reset();
