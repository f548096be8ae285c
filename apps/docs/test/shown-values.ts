import type { Page } from "@workflow-api/browser";
import {
  appendPointer,
  type Contract,
  isObject,
  type JsonSchema,
  type Operation,
} from "@workflow-api/contract";
import { anchorPart } from "../src/view/anchor.ts";
import { bodyAnchor, parameterAnchor } from "../src/view/operation-view.ts";

/** The values that a row of an operation's page has to show, because its schema allows no others. */
export interface ExpectedValues {
  /** The id of the row. */
  readonly anchor: string;
  readonly keyword: "enum" | "const";
  readonly values: readonly string[];
}

/** What the contract says of allowed values, read from its schemas alone: of every parameter, header and body. */
export function expectedValues(contract: Contract, operation: Operation): ExpectedValues[] {
  const { parameters, requestBody, responses } = operation;
  const models = [
    ...parameters.map((parameter) => ({ anchor: parameterAnchor(parameter), model: parameter })),
    ...(requestBody?.content ?? []).map((media) => ({
      anchor: bodyAnchor("request", media, requestBody?.content.length ?? 1),
      model: media,
    })),
    ...responses.flatMap((response) => [
      ...response.headers.map((header) => ({
        anchor: `response.${response.status}.header.${anchorPart(header.name)}`,
        model: header,
      })),
      ...response.content.map((media) => ({
        anchor: bodyAnchor(response, media, response.content.length),
        model: media,
      })),
    ]),
  ];
  return models.flatMap(({ anchor, model }) => valuesIn(contract, model.schema, model.pointer, anchor, []));
}

function valuesIn(
  contract: Contract,
  place: JsonSchema,
  at: string,
  anchor: string,
  trail: readonly string[],
): ExpectedValues[] {
  const { schema, pointer } = contract.resolve(place, at);
  if (!isObject(schema) || trail.includes(pointer)) {
    return [];
  }
  const inside = (child: unknown, path: readonly (string | number)[], where: string): ExpectedValues[] =>
    isObject(child)
      ? valuesIn(contract, child, appendPointer(pointer, ...path), where, [...trail, pointer])
      : [];
  const own = (["enum", "const"] as const).flatMap((keyword) => {
    const value = schema[keyword];
    const values = keyword === "const" ? [value] : Array.isArray(value) ? value : [];
    return value === undefined
      ? []
      : [{ anchor, keyword, values: values.map((each) => JSON.stringify(each)) }];
  });
  const { properties, items, allOf, oneOf } = schema;
  return [
    ...own,
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, child]) =>
      inside(child, ["properties", name], `${anchor}.${anchorPart(name)}`),
    ),
    // Values of items that are nothing else stand in the row of the list.
    ...inside(
      items,
      ["items"],
      isPlain(contract, items, appendPointer(pointer, "items")) ? anchor : `${anchor}.~item`,
    ),
    ...list(allOf).flatMap((child, index) => inside(child, ["allOf", index], anchor)),
    ...list(oneOf).flatMap((child, index) =>
      inside(child, ["oneOf", index], `${anchor}.~oneOf-${index + 1}`),
    ),
  ];
}

function isPlain(contract: Contract, items: unknown, pointer: string): boolean {
  const { schema } = isObject(items) ? contract.resolve(items, pointer) : { schema: true };
  return isObject(schema) && Array.isArray(schema["enum"]);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a page does not show of allowed values, or shows otherwise: nothing, if all is well. */
export async function wrongValues(page: Page, expected: readonly ExpectedValues[]): Promise<string[]> {
  const shown = await page.evaluate((rows) => {
    return rows.map(({ anchor, keyword }) => {
      const row = document.getElementById(anchor);
      const codes = row?.querySelectorAll(`:scope > .facts > [data-keyword="${keyword}"] code`) ?? [];
      return [...codes].map((code) => code.textContent ?? "");
    });
  }, expected);
  return expected.flatMap(({ anchor, keyword, values }, index) => {
    const found = shown[index] ?? [];
    return found.join() === values.join()
      ? []
      : [`${anchor} ${keyword}: ${found.join(", ")} for ${values.join(", ")}`];
  });
}
