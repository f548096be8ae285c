import type { Contract } from "@workflow-api/contract";
import { schemaView } from "./operation-view.ts";
import { sentByService } from "./sent-by-service.ts";

/**
 * Tells of a schema that the pages have no words for before any page is made, which takes seconds.
 * @throws {ContractError} with the place of the keyword.
 */
export function assertShowable(contract: Contract): void {
  const sent = sentByService(contract).map(({ operation }) => operation);
  for (const { parameters, requestBody, responses } of [...contract.operations, ...sent]) {
    const bodies = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
    const headers = responses.flatMap((response) => response.headers);
    for (const model of [...parameters, ...headers, ...bodies]) schemaView(contract, model, "");
  }
}
