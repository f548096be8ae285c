import { type Contract, ContractError } from "@workflow-api/contract";

/**
 * Holds the paths of a contract to their parameters (OpenAPI 3.1, "Path Templating").
 *
 * @throws {ContractError} A path has a template expression that no path parameter of an operation declares, so that no
 * call could fill it: each of them, with its place.
 */
export function assertTemplates({ operations, locate }: Contract): void {
  const problems = operations.flatMap(({ path, operationId, parameters, pointer }) => {
    const declared = parameters.filter((each) => each.in === "path").map(({ name }) => name);
    const missing = [...path.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = ""]) =>
      declared.includes(name) ? [] : [name],
    );
    return [...new Set(missing)].map((name) => ({
      message: `${operationId} has no path parameter "${name}" for the {${name}} of its path: declare it, with \`in: path\`.`,
      location: locate(pointer),
    }));
  });
  if (problems.length > 0) throw new ContractError(problems);
}
