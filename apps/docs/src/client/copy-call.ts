// The buttons at the top of an operation's page copy a sample that stands further down: as the reader has filled it,
// with the way of authenticating that the reader has chosen.
import { copyBy } from "./copied.ts";
import { chosenWay } from "./sample-tabs.ts";

addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("button.copy-call") : null;
  if (button === null) {
    return;
  }
  const { from = "", language } = button.dataset;
  const holder =
    document.getElementById(from)?.querySelector(".samples") ?? document.querySelector(".samples");
  const samples = [...(holder?.querySelectorAll<HTMLElement>(`.sample[data-language="${language}"]`) ?? [])];
  const sample = samples.find(({ dataset }) => dataset["way"] === chosenWay()) ?? samples[0];
  await copyBy(button, sample?.querySelector("code")?.textContent ?? "");
});
