import { write } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** Standard output or error. It may be slow, full or closed: the program goes on. */
export interface Output {
  /** Writes a line soon, together with those that follow within a moment. */
  print(line: string): void;
  /** Resolves when everything is written, or after a second. */
  end(): Promise<void>;
}

/** In milliseconds: too short to notice, and hundreds of lines under load. */
const pause = 20;
/** How many lines wait for a slow reader. Further ones are dropped. */
const mostWaiting = 50_000;

const writeTo = promisify(write);

/** @param descriptor - 1 is standard output, 2 standard error. */
export function createOutput(descriptor: 1 | 2): Output {
  let waiting: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    for (await wait(pause); waiting.length > 0; await wait(pause)) {
      if (dropped > 0) waiting.push(`(${dropped} lines are not shown)`);
      const bytes = Buffer.from(`${waiting.join("\n")}\n`);
      waiting = [];
      dropped = 0;
      await writeBytes(descriptor, bytes);
    }
    writing = undefined;
  };
  return {
    print(line) {
      if (waiting.length >= mostWaiting) dropped++;
      else waiting.push(line);
      writing ??= writeAll();
    },
    async end() {
      await Promise.race([writing, wait(1000)]);
    },
  };
}

/** Output that cannot be written, because nobody reads it or the disk is full, is dropped. */
async function writeBytes(descriptor: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += (await writeTo(descriptor, bytes, at)).bytesWritten;
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && error.code === "EAGAIN";
      if (!isBusy) return;
      await wait(pause);
    }
  }
}
