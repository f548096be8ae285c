import "./engine/lean-prism.ts";
import { resolve } from "node:path";
import type { Contract } from "@workflow-api/contract";
import type { Mock } from "./create-mock.ts";
import type { Prepared } from "./prepared/prepared.ts";
import { createPreparedMock } from "./prepared/prepared-mock.ts";
import type { MockOptions } from "./start-mock.ts";
import type { ContractWatcher } from "./watch-contract.ts";

/** The mock of the moment: first perhaps what was prepared, then the mock itself, then another for each new contract. */
export interface CurrentMock {
  /** What answers now. */
  answering(): Pick<Mock, "answer">;
  mock(): Mock | undefined;
  /** Loads the mock unless it is there, and from then on follows its contract if that was asked for. */
  load(): Promise<Mock>;
  /** Why the contract as it is on disk is not the one that serves. */
  contractError(): string | undefined;
  stop(): void;
}

/** Nothing is loaded yet. What is loaded is imported when it is: to load the engine takes the thread that answers. */
export function createCurrentMock(options: MockOptions, prepared: Prepared | undefined): CurrentMock {
  let mock: Mock | undefined;
  let contractError: string | undefined;
  let stopped = false;
  let watcher: ContractWatcher | undefined;
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
  const watch = async (file: string): Promise<ContractWatcher> => {
    const { watchContract } = await import("./watch-contract.ts");
    watcher = watchContract(file, { onLoad: replace, onError: keep });
    if (stopped) watcher.stop();
    return watcher;
  };
  const load = once(async () => {
    const file = resolve(options.contractFile ?? (await import("@workflow-api/contract")).contractFile());
    const watching = options.watch === true ? await watch(file) : undefined;
    try {
      const first = loadMock(file);
      watching?.loads(first.then(({ contract }) => contract));
      mock = await first;
      return mock;
    } catch (error) {
      watching?.stop();
      throw error;
    }
  });
  const early = prepared === undefined ? undefined : createPreparedMock(prepared, load);
  return {
    answering: () =>
      mock ?? early ?? { answer: async (request, next) => (await load()).answer(request, next) },
    mock: () => mock,
    load,
    contractError: () => contractError,
    stop() {
      stopped = true;
      watcher?.stop();
    },
  };
}

async function loadMock(file: string): Promise<Mock> {
  const { loadContract } = await import("@workflow-api/contract");
  const contract = await loadContract(file);
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
