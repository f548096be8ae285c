import {
  type Contract,
  exampleRequest,
  type Operation,
  parameterKey,
  type Scenario,
} from "@workflow-api/contract";

/** What the service may send: the examples of the body, with the headers of the same names; else one that is made up. */
export function sentExamples(contract: Contract, operation: Operation): Scenario[] {
  const made = exampleRequest(contract, operation);
  const shown = operation.requestBody?.content.flatMap((media) => media.shown) ?? [];
  if (shown.length === 0) return made.body === undefined && made.values.size === 0 ? [] : [made];
  return shown.map(({ name, summary, description, value, pointer }) => {
    const named = operation.parameters.flatMap((each) => {
      const own = each.examples.get(name);
      return own === undefined ? [] : [[parameterKey(each), own] as const];
    });
    const values = new Map([...made.values, ...named]);
    return { ...made, name, summary, description, body: value, values, pointer };
  });
}
