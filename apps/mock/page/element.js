/** An element with its attributes, and its children: texts stay texts, whatever they hold. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(attribute, value);
    else if (value === true) made.setAttribute(attribute, "");
    else if (value !== false && value !== undefined) made.setAttribute(attribute, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A status with its kind, so that a glance tells it. */
export function statusBadge(status) {
  const kind = /^\d/.test(String(status)) ? `s${String(status)[0]}` : "s5";
  return element("span", { class: `badge ${kind}` }, String(status));
}

/** The method and the path of a request; a line may break behind a slash. */
export function requestLine(method, path) {
  const parts = path.split(/(?<=[/?&,])/).flatMap((part) => [part, element("wbr")]);
  return element("code", {}, element("b", {}, method), " ", ...parts);
}

/**
 * Replaces what a place shows. What had the focus has it again, and what was open is: elements are known by `data-key`.
 */
export function replace(place, ...children) {
  const focused = document.activeElement?.closest("[data-key]")?.dataset.key;
  const open = new Map(
    [...place.querySelectorAll("details[data-key]")].map((each) => [each.dataset.key, each.open]),
  );
  place.replaceChildren(...children);
  for (const each of place.querySelectorAll("details[data-key]")) {
    each.open = open.get(each.dataset.key) ?? each.open;
  }
  if (focused === undefined || !place.isConnected) return;
  const again = [...place.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focused);
  again?.focus({ preventScroll: true });
}

/** A button. Its label stands first in its name, for people who say what they see. */
export function button(key, label, name, click) {
  return element("button", { type: "button", "data-key": key, "aria-label": name, click }, label);
}
