/** How long the making of a page takes without a word, in milliseconds. */
const patientFor = 5000;

/** Names a page of which the making has taken long. */
export function warnIfSlow(page: string, started: number): void {
  const seconds = (performance.now() - started) / 1000;
  if (seconds * 1000 > patientFor)
    console.warn(`The page /${page.replace(/^\//, "")} has taken ${seconds.toFixed(0)} seconds.`);
}
