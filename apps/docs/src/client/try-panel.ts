import type { TryOperation, TryScenario } from "../view/try-data.ts";
import { embedded, make } from "./dom.ts";
import type { Problem } from "./problem.ts";
import { chosenWay } from "./sample-tabs.ts";
import { type Outcome, send } from "./send.ts";
import { tryFields } from "./try-fields.ts";
import { answered, resultOf } from "./try-result.ts";

/** What sends the request of a scenario, and shows what came of it. */
export interface TryPanel {
  /** @param byClient - Whether the typed client sends it, if it can. */
  send(byClient: boolean): Promise<void>;
}

/** Fills the fields of a `try-it` with a scenario's values. */
export function createPanel(holder: HTMLElement, scenario: TryScenario): TryPanel {
  const operation = embedded<TryOperation>(document.querySelector("reader-values"));
  const fields = tryFields(operation, scenario, `try-${holder.dataset["scenario"] ?? ""}`);
  const status = holder.querySelector<HTMLElement>(".try-status");
  const result = holder.querySelector<HTMLElement>(".try-result");
  holder.querySelector(".try-fields")?.replaceChildren(...fields.elements);

  const show = (outcome: Outcome, panel: TryPanel): void => {
    for (const problem of outcome.problems) {
      fields.fieldOf(problem)?.show(problem.message);
    }
    const canBeSent = outcome.trace.request === undefined && outcome.problems[0]?.place !== "address";
    status?.replaceChildren(answered(outcome, scenario, expectedOf(holder)));
    result?.replaceChildren(
      ...resultOf(outcome, (problem) => fieldAt(problem, fields)),
      ...(canBeSent ? [anyway(panel)] : []),
    );
  };

  const panel: TryPanel = {
    send: onlyOnce(holder, async (byClient) => {
      fields.clear();
      const body = fields.body?.read();
      const way = operation.ways[Number(chosenWay())] ?? operation.ways[0];
      if (byClient && body?.fault !== undefined) {
        const problem: Problem = { place: "body", message: body.fault };
        show({ trace: {}, failure: "Nothing was sent.", problems: [problem] }, panel);
      } else if (way !== undefined) {
        const written = { values: fields.values(), body: body?.value === undefined ? undefined : body };
        status?.replaceChildren(make("p", "waiting", "Waiting for an answer …"));
        show(await send(operation, way, written, byClient && scenario.byClient), panel);
      }
    }),
  };
  return panel;
}

/** One request at a time: a second press of a button is none for a second, and no answer comes after a later one. */
function onlyOnce(holder: HTMLElement, send: TryPanel["send"]): TryPanel["send"] {
  return async (byClient) => {
    if (holder.ariaBusy === "true") {
      return;
    }
    holder.ariaBusy = "true";
    await send(byClient).finally(() => {
      holder.ariaBusy = null;
    });
  };
}

/** Leads to the field that a problem is about. `undefined`: the page has none. */
function fieldAt(problem: Problem, fields: ReturnType<typeof tryFields>): (() => void) | undefined {
  const field = fields.fieldOf(problem);
  if (field !== undefined) {
    return () => field.focus(problem.pointer);
  }
  const input = readerInput(problem);
  return input === undefined ? undefined : () => input.focus();
}

/** The field of "Your values" that holds the address, or the first of the credentials. */
function readerInput({ place, name = "" }: Problem): HTMLElement | undefined {
  const inputs = [...document.querySelectorAll<HTMLInputElement>("reader-values input")];
  if (place === "credentials" || name.startsWith("auth")) {
    return inputs.find(({ dataset }) => dataset["secret"] !== undefined);
  }
  return place === "address" ? inputs.find(({ dataset }) => dataset["address"] !== undefined) : undefined;
}

/** For what the client refuses: the service may be asked what it says of it. */
function anyway(panel: TryPanel): HTMLElement {
  const button = make("button", "try-anyway", "Send it anyway, without the client");
  button.type = "button";
  button.addEventListener("click", () => panel.send(false));
  return button;
}

/** The answer of the scenario, as it stands on the page. `undefined`: what is sent is no scenario. */
function expectedOf(holder: HTMLElement): string | undefined {
  const scenario = holder.closest(".scenario");
  return scenario === null ? undefined : (scenario.querySelector(".answer pre code")?.textContent ?? "");
}
