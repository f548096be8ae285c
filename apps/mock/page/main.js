import { ask, say } from "./mock.js";
import { filterOperations, showOperations } from "./operations.js";
import { showRequests } from "./requests.js";

/** How often the mock is asked what is new, in milliseconds. */
const interval = 1000;

const at = (id) => document.getElementById(id);
const behaviour = at("behaviour");
const filter = () => filterOperations(at("operations"), at("none"), at("filter").value);

/** What is shown, as text, so that what has not changed is left alone. */
const shown = {};

function showState(state) {
  shown.state = JSON.stringify(state);
  document.title = `${state.title} ${state.version} · mock`;
  at("title").textContent = `${state.title} ${state.version}`;
  at("url").textContent = state.url;
  at("error").hidden = state.contractError === null;
  at("error").textContent =
    state.contractError === null
      ? ""
      : `The contract is broken; the last good one is still served.\n${state.contractError}`;
  for (const [name, value] of Object.entries(state.behaviour)) {
    const field = behaviour.elements[name];
    if (document.activeElement !== field) field.value = value ?? "";
  }
  behaviour.classList.toggle(
    "on",
    Object.values(state.behaviour).some((value) => value !== null),
  );
  showOperations(at("operations"), state, act);
  if (at("filter").value !== "") filter();
}

/** Sets something, says what, and shows the state after it. */
async function act(change, done) {
  const state = await change();
  if (state === undefined) return;
  showState(state);
  say(done);
}

behaviour.addEventListener("submit", (event) => {
  event.preventDefault();
  const { delay, fail } = behaviour.elements;
  const body = { delay: delay.value || null, fail: fail.value || null };
  act(() => ask("PUT", "behaviour", body), "Set for all answers.");
});
behaviour.elements.clear.addEventListener("click", () => {
  for (const name of ["delay", "fail"]) behaviour.elements[name].value = "";
  act(() => ask("PUT", "behaviour", {}), "No more delays and failures.");
});
at("reset").addEventListener("click", async () => {
  await act(() => ask("POST", "reset"), "Everything is reset.");
  await refresh();
});
at("filter").addEventListener("input", () => {
  const count = filter();
  if (at("filter").value.trim() !== "") say(`${count} ${count === 1 ? "operation" : "operations"}`);
});

async function refresh() {
  const [state, requests] = await Promise.all([ask("GET", "state"), ask("GET", "requests")]);
  if (state !== undefined && JSON.stringify(state) !== shown.state) showState(state);
  if (requests === undefined || JSON.stringify(requests) === shown.requests) return;
  shown.requests = JSON.stringify(requests);
  at("waiting").hidden = requests.length > 0;
  showRequests(at("requests"), requests);
}

let isLost = false;

async function keepFresh() {
  try {
    if (!document.hidden) await refresh();
    if (isLost) say("The mock answers again.");
    isLost = false;
  } catch {
    isLost = true;
    say("The mock does not answer. Is it still running?", true);
  }
  setTimeout(keepFresh, interval);
}

keepFresh();
