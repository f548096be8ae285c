import "./engine/lean-prism.ts";
import type { Contract } from "@workflow-api/contract";
import type { Mock } from "./create-mock.ts";
import type { Prepared } from "./prepared/prepared.ts";
import { createPreparedMock } from "./prepared/prepared-mock.ts";
import type { MockOptions } from "./start-mock.ts";

/** The mock of the moment: first perhaps what was prepared, then the mock itself, then another for each new contract. */
export interface CurrentMock {
  /** What answers now. */
  answering(): Pick<Mock, "answer">;
  mock(): Mock | undefined;
  /** Loads the mock unless it is there. */
  load(): Promise<Mock>;
  /** Loads the mock, and from then on follows its contract if that was asked for. */
  follow(): Promise<Mock>;
  /** Why the contract as it is on disk is not the one that serves. */
  contractError(): string | undefined;
  stop(): void;
}

/** Nothing is loaded yet. What is loaded is imported when it is: to load the engine takes the thread that answers. */
export function createCurrentMock(options: MockOptions, prepared: Prepared | undefined): CurrentMock {
  let mock: Mock | undefined;
  let contractError: string | undefined;
  let stopped = false;
  let stopWatching: (() => void) | undefined;
  const load = once(async () => {
    mock = await loadMock(options.contractFile);
    return mock;
  });
  const early = prepared === undefined ? undefined : createPreparedMock(prepared, load);
  const replace = async (contract: Contract): Promise<void> => {
    const { createMock } = await import("./create-mock.ts");
    mock = await createMock(contract);
    contractError = undefined;
    options.onReload?.({ contract });
  };
  const keep = (error: Error): void => {
    contractError = error.message;
    options.onReload?.({ error });
  };
  return {
    answering: () =>
      mock ?? early ?? { answer: async (request, next) => (await load()).answer(request, next) },
    mock: () => mock,
    load,
    async follow() {
      const first = await load();
      if (options.watch !== true) return first;
      const { watchContract } = await import("./watch-contract.ts");
      if (!stopped) stopWatching = watchContract(first.contract, { onLoad: replace, onError: keep });
      return first;
    },
    contractError: () => contractError,
    stop() {
      stopped = true;
      stopWatching?.();
    },
  };
}

async function loadMock(file: string | undefined): Promise<Mock> {
  const { contractFile, loadContract } = await import("@workflow-api/contract");
  const contract = await loadContract(file ?? contractFile());
  const { createMock } = await import("./create-mock.ts");
  return createMock(contract);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
