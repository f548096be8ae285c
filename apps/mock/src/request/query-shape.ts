import type { Operation, Parameter } from "@workflow-api/contract";
import type { Target } from "./read-target.ts";

/** The query of a request in the shape in which Prism reads what the contract means. */
export function shapeQuery(operation: Operation | undefined, { query }: Target): Target["query"] {
  const shaped = { ...query };
  for (const parameter of operation?.parameters ?? []) {
    const value = query[parameter.name];
    if (parameter.in === "query" && value !== undefined)
      shaped[parameter.name] = shapeValue(parameter, value);
  }
  return shaped;
}

function shapeValue(parameter: Parameter, value: string | string[]): string | string[] {
  const { style, explode, shape } = parameter;
  if (explode || shape === "primitive") return value;
  const values = [value].flat();
  // Prism splits by the separator as it stands in a URL, and is given what stands there decoded.
  if (style === "spaceDelimited") return values.map((text) => text.replaceAll(" ", "%20")).join("%20");
  if (style === "pipeDelimited") return values.join("|");
  // Prism would look at the last of several alone.
  return style === "form" ? values.join(",") : value;
}

/** The code of a violation that is a name in a query. */
export const misspelt = "name";

/** A name in a query that is not that of a parameter, but was meant to be. */
export interface Misnamed {
  readonly sent: string;
  readonly meant: string;
}

/** The names in a query that differ from a parameter's by case or by brackets: ignoring them would mislead. */
export function misnamedIn(operation: Operation, { pairs }: Target): Misnamed[] {
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const declared = new Set(parameters.map(({ name }) => name));
  const bracketed = new Set(parameters.filter(({ style }) => style === "deepObject").map(({ name }) => name));
  return [...new Set(pairs.map(([name]) => name))].flatMap((sent) => {
    if (declared.has(sent)) return [];
    const bare = sent.replace(/\[.*$/s, "");
    if (bracketed.has(bare)) return [];
    const meant = parameters.find(({ name }) => name.toLowerCase() === bare.toLowerCase());
    return meant === undefined ? [] : [{ sent, meant: meant.name }];
  });
}
