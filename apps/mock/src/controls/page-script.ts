/** What the page of the controls does. It stands here as text: it runs in the browser as it is. */
export const pageScript = `
const base = "/__mock/";
const at = (id) => document.getElementById(id);
const element = (name, ...children) => {
  const made = document.createElement(name);
  made.append(...children);
  return made;
};
const button = (label, title, act) => {
  const made = element("button", label);
  made.title = title;
  made.onclick = act;
  return made;
};
async function call(method, path, body) {
  const response = await fetch(base + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const answer = await response.json();
  at("said").textContent = response.ok ? "" : answer.detail;
  if (response.ok && method !== "GET") showState(answer);
  return answer;
}
const copy = (label, text) => button(label, text, () => navigator.clipboard.writeText(text));
function showOperation(operation, { sequences, scenarioBehaviours }) {
  const { operationId, method, path, scenarios } = operation;
  const sequence = sequences[operationId] ?? [];
  const rows = scenarios.map(({ name, status, summary, isDefault, curl, call: code }) => {
    const behaviour = scenarioBehaviours[operationId + "/" + name];
    const note = (isDefault ? " (default)" : "") + (behaviour ? " " + JSON.stringify(behaviour) : "");
    const add = button("Answer next", "Answers the next valid request of this operation", () =>
      call("PUT", "sequences/" + encodeURIComponent(operationId), [...sequence, name]));
    const actions = element("td", add, " ", copy("Copy curl", curl), " ", copy("Copy client call", code));
    actions.className = "actions";
    return element("tr", element("td", String(status)), element("td", element("code", name), element("small", note)), element("td", summary), actions);
  });
  const clear = button("Clear", "The next requests get what they match", () => call("PUT", "sequences/" + encodeURIComponent(operationId), []));
  const next = element("p", "Next: " + sequence.join(", then ") + " ", clear);
  next.className = "sequence";
  return [element("h3", element("code", method + " " + path)), element("p", element("strong", operationId)),
    ...(sequence.length > 0 ? [next] : []), element("table", element("tbody", ...rows))];
}
function showState(state) {
  document.title = at("title").textContent = state.title + " " + state.version + " at " + state.url;
  at("error").hidden = state.contractError === null;
  at("error").textContent = state.contractError;
  for (const [name, value] of Object.entries(state.behaviour)) {
    const field = at("behaviour").elements[name];
    if (document.activeElement !== field) field.value = value ?? "";
  }
  at("operations").replaceChildren(...state.operations.flatMap((operation) => showOperation(operation, state)));
}
function showRequests(requests) {
  at("requests").replaceChildren(...requests.reverse().map(({ number, method, target, status, operationId, scenario, reason }) => {
    const code = element("td", String(status));
    code.className = "status";
    return element("tr", element("td", String(number)), element("td", element("code", method + " " + target)), code,
      element("td", scenario === undefined ? "" : operationId + " " + scenario), element("td", element("small", reason)));
  }));
}
at("behaviour").onsubmit = (event) => {
  event.preventDefault();
  const { delay, fail } = event.target.elements;
  call("PUT", "behaviour", { delay: delay.value || null, fail: fail.value || null });
};
at("reset").onclick = () => call("POST", "reset");
const shown = {};
async function refreshOne(path, show) {
  const answer = await call("GET", path);
  const now = JSON.stringify(answer);
  // What has not changed keeps its focus and its selection.
  if (now !== shown[path]) show(answer);
  shown[path] = now;
}
const refresh = () => Promise.all([refreshOne("state", showState), refreshOne("requests", showRequests)]);
refresh();
setInterval(() => document.hidden || refresh().catch(() => { at("said").textContent = "The mock does not answer."; }), 1000);
`;
