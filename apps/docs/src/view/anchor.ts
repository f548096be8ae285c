/** A name as a part of an id, which may hold anything but white space. */
export function anchorPart(name: string): string {
  return name.replaceAll(/\s+/g, "_");
}

/** The link to an id of the same page. */
export function anchorHref(anchor: string): string {
  return `#${encodeURIComponent(anchor)}`;
}

/** The id of a scenario on its operation's page. */
export function scenarioAnchor(name: string): string {
  return `scenario.${anchorPart(name)}`;
}
