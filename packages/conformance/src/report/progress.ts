const width = 30;

/** How far a run is, written over the line before; the last one clears it. */
export function progressLine(done: number, all: number): string {
  if (done >= all) return "\r\u001b[K";
  const full = Math.floor((done / all) * width);
  return `\r${"█".repeat(full)}${"░".repeat(width - full)} ${done} of ${all} cases`;
}
