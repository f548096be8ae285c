import { createWriteStream } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Standard output or error. It may be slow, full or closed: the program goes on. */
export interface Output {
  /** Writes a line soon, together with those that follow within a moment. */
  print(line: () => string): void;
  /** Resolves when everything is written, or after a second. */
  end(): Promise<void>;
}

/** In milliseconds: too short to notice, and hundreds of lines under load. */
const pause = 5;
/** How much waits for a slow reader, in bytes. Further lines are dropped. */
const mostWaiting = 10_000_000;

/** @param fd - 1 is standard output, 2 standard error. */
export function createOutput(fd: 1 | 2): Output {
  // Unlike process.stdout, it never blocks the program.
  const stream = createWriteStream("", { fd, autoClose: false });
  // Nobody reads it, or the disk is full.
  stream.on("error", () => {});
  let lines: (() => string)[] = [];
  const flush = (): void => {
    const isSlow = stream.writableLength > mostWaiting;
    const texts = isSlow ? [`(${lines.length} lines are not shown)`] : lines.map((line) => line());
    lines = [];
    if (texts.length > 0 && stream.writable) stream.write(`${texts.join("\n")}\n`);
  };
  return {
    print(line) {
      if (lines.length === 0) setTimeout(flush, pause);
      lines.push(line);
    },
    async end() {
      flush();
      await Promise.race([new Promise((resolve) => stream.end(resolve)), wait(1000)]);
    },
  };
}
