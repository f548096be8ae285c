import type { Element, ElementContent } from "hast";
import { select, selectAll } from "hast-util-select";
import { toMdast } from "hast-util-to-mdast";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import { gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import type { PanelData } from "../model/panel-data.ts";
import { firstCall, languagesOf } from "../samples/samples.ts";

/** Parts of a page that are no content. */
const silent = [
  "button, fieldset, footer, noscript, svg, wbr, .sr-only, .quiet, .short, .anchor, .sl-anchor-link",
  ".facts summary, .fields .fold > summary",
].join(", ");

/** Elements whose parts are separated by layout, with the separator in the twin. */
const lines = { ".endpoint": " ", ".row-head": " ", ".facts": ". " };

/**
 * The content of a page as Markdown, for machines and for readers without a browser.
 *
 * @param main - The element that holds it, which is changed.
 * @param resolve - What a link of the page leads to from elsewhere.
 */
export function twinOf(main: Element, resolve: (link: string) => string): string {
  for (const panel of selectAll(".panel", main)) panel.children = samplesOf(panel);
  // The description of an operation comes before its samples.
  const isPanel = (node: ElementContent): number =>
    Number("tagName" in node && node.tagName === "aside");
  for (const { children } of selectAll(".reference", main))
    children.sort((one, other) => isPanel(one) - isPanel(other));
  for (const node of selectAll(silent, main)) node.properties["dataMdast"] = "ignore";
  for (const link of selectAll("a[href]", main))
    link.properties["href"] = resolve(String(link.properties["href"]));
  for (const fold of selectAll(":is(.endpoint, .facts) :is(details, summary)", main))
    fold.tagName = "span";
  // In a list, the name of a row is not a heading.
  for (const name of selectAll(".row-head :is(h3, h4)", main)) name.tagName = "strong";
  for (const [selector, separator] of Object.entries(lines))
    for (const line of selectAll(selector, main)) {
      line.tagName = "p";
      line.children = line.children.flatMap((part): ElementContent[] =>
        part.type === "element" ? [part, { type: "text", value: separator }] : [part],
      );
    }
  return toMarkdown(toMdast(main), { extensions: [gfmToMarkdown()], bullet: "-", rule: "-" });
}

function samplesOf(panel: Element): ElementContent[] {
  const data: PanelData = JSON.parse(textOf(select("script", panel) ?? h("")));
  const code = (source: string, syntax: string): Element =>
    h("pre", h("code", { class: `language-${syntax}` }, source));
  const call = firstCall(data);
  const samples = languagesOf(data).flatMap(({ name, syntax, write }) =>
    call === undefined ? [] : [h("h3", name), code(write(data, call), syntax)],
  );
  const responses = data.scenarios.flatMap(({ title, name, summary, response }) => [
    h("h3", `${title}: ${name}`),
    h("p", summary),
    ...(response === undefined ? [] : [code(response, "json")]),
  ]);
  return [
    ...(samples.length > 0 ? [h("h2", "Samples"), ...samples] : []),
    ...(responses.length > 0 ? [h("h2", "Example responses"), ...responses] : []),
  ];
}
