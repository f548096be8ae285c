/** For so many frames what is above a place may still be laid out, and move it. */
const settling = 20;

/** Stays with a place until it has settled, or the reader goes on. */
export function follow(target: Element | null): void {
  const reader = new AbortController();
  for (const act of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(act, () => reader.abort(), { signal: reader.signal, passive: true });
  }
  const keep = (top: number | undefined, frames: number): void => {
    if (frames === 0) {
      reader.abort();
    }
    if (reader.signal.aborted) {
      return;
    }
    if (target?.getBoundingClientRect().top !== top) {
      target?.scrollIntoView();
    }
    const settled = target?.getBoundingClientRect().top;
    requestAnimationFrame(() => keep(settled, frames - 1));
  };
  keep(target?.getBoundingClientRect().top, settling);
}
