import { element } from "./element.js";

/** What to do about a request that was refused for something else than its parts. */
const advice = {
  401: "Send credentials of this form: the mock accepts any but zeros. The curl commands of the operation have some.",
  404: "Compare the path with those of the operations.",
  405: "Use a method that the path has: the Allow header of the answer lists them.",
  406: "Accept a media type that the operation answers with, or */*.",
};

/** What is wrong, in a line: the first thing and how many more there are, or what a problem is called. */
export function refusalLine({ errors, reason }) {
  if (errors === undefined) return problemOf(reason).title;
  const [first] = errors;
  const { length } = errors.filter(({ way }) => way === first.way);
  const more = length === 1 ? "" : `, and ${length - 1} more`;
  const otherwise = length === errors.length ? "" : ", or another way of authenticating";
  return `refused: ${placeOf(first)} ${first.expected}${more}${otherwise}`;
}

/** What is wrong, each with where it stands and what came, and what to do. Nothing, if a scenario or Prism answered. */
export function refusalElements({ errors, failure, reason, status, operationId, scenario }) {
  if (scenario !== undefined || reason === "engine") return [];
  // A failure that was asked for says itself what to do.
  const isAsked = failure !== undefined && errors === undefined;
  const todo = isAsked ? undefined : adviceFor(errors, status, operationId);
  const { title, detail } = problemOf(reason);
  return [
    ...(errors === undefined ? [] : [element("h3", {}, "Refused"), errorsElement(errors)]),
    ...(errors !== undefined || detail === undefined
      ? []
      : [element("h3", {}, title), element("div", {}, element("p", { class: "errors" }, detail))]),
    ...(todo === undefined ? [] : [element("p", {}, todo)]),
  ];
}

/** A reason that is that of a problem: its title, and what there is to say of it. */
function problemOf(reason) {
  const [, title = reason, detail] = /^(.+?): (.+)$/s.exec(reason) ?? [];
  return { title, detail };
}

function adviceFor(errors, status, operationId) {
  if (status === 404 && operationId !== undefined)
    return "Prefer a status or an example that the operation has.";
  if (errors === undefined || status === 401) return advice[status];
  if (operationId === undefined) return undefined;
  return `Correct the request, or compare it with a valid one: a curl command of ${operationId}.`;
}

function errorsElement(errors) {
  const row = (error) =>
    element(
      "li",
      {},
      element("strong", {}, placeOf(error)),
      " ",
      element("span", {}, error.expected),
      error.received === undefined
        ? undefined
        : element("small", {}, "it is ", element("code", {}, textOf(error.received))),
    );
  const ways = Map.groupBy(errors, ({ way = 1 }) => way);
  const lists = [...ways.values()].flatMap((each, index) => [
    ...(index === 0 ? [] : [element("p", { class: "or" }, "or")]),
    element("ul", { class: "errors" }, ...each.map(row)),
  ]);
  return element("div", {}, ...lists);
}

function placeOf({ in: place, name, pointer }) {
  return [place, name, pointer && `at ${pointer}`].filter((part) => part !== undefined).join(" ");
}

/** What came, as JSON. The beginning of what is long comes as a text that is JSON already. */
function textOf(received) {
  return String(received).endsWith("…") ? received : JSON.stringify(received);
}
