import type { Contract, HttpRequest } from "@workflow-api/contract";
import type { Case } from "./case.ts";

/** The requests with one header or query pair less that mean the same to the contract. */
export function shorterRequests(contract: Contract, one: Case): HttpRequest[] {
  const { group, operation, request } = one;
  const pairs = request.query === "" ? [] : request.query.split("&");
  const including = operation?.includes.map(({ parameter }) => encodeURIComponent(parameter.name));
  const withoutHeader = Object.keys(request.headers)
    .filter((name) => name !== "accept" || group !== "accept")
    .map((name) => {
      const { [name]: _, ...headers } = request.headers;
      return { ...request, headers };
    });
  const withoutPair = pairs.flatMap((pair, index) => {
    if (including?.includes(pair.split("=")[0] ?? "") === true) return [];
    return [{ ...request, query: pairs.toSpliced(index, 1).join("&") }];
  });
  const verdictOn = (sent: HttpRequest): string => {
    const { operation: routed, unauthenticated, violations } = contract.judge(sent);
    return JSON.stringify([routed?.operationId, unauthenticated, violations]);
  };
  const shorter = [...withoutHeader, ...withoutPair];
  return shorter.filter((each) => verdictOn(each) === verdictOn(request));
}
