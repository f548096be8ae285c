// Shows of each list of samples the one in the language and with the way of authenticating that the reader has chosen,
// in every scenario of the page. Without scripts, each list stays one of foldable samples.

/** What the reader last chose. Kept in memory only. */
const chosen = { language: "curl", way: "0" };

/** The way of authenticating that the reader has chosen, as an index into those of the operation. */
export function chosenWay(): string {
  return chosen.way;
}

addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>(".choices button") : null;
  const { kind, value } = button?.dataset ?? {};
  if ((kind === "language" || kind === "way") && value !== undefined) {
    chosen[kind] = value;
    for (const samples of document.querySelectorAll(".samples")) {
      show(samples);
    }
  }
});

/** A scenario that the client cannot send has no sample in it: its first is shown. */
function show(holder: Element): void {
  const samples = [...holder.querySelectorAll<HTMLDetailsElement>("details.sample")];
  const isOfWay = ({ dataset }: HTMLElement): boolean => dataset["way"] === chosen.way;
  const isChosen = (sample: HTMLElement): boolean =>
    isOfWay(sample) && sample.dataset["language"] === chosen.language;
  const shown = samples.find(isChosen) ?? samples.find(isOfWay) ?? samples[0];
  for (const sample of samples) {
    sample.open = sample === shown;
  }
  for (const button of holder.querySelectorAll<HTMLButtonElement>(".choices button")) {
    const { kind, value } = button.dataset;
    button.ariaPressed = String(value === shown?.dataset[kind ?? ""]);
  }
}
