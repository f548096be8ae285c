import { isAccepted } from "../sending/session.ts";
import type { Control, Controls } from "./control.ts";
import { isOfResource, resourceTemplate } from "./paths.ts";
import type { Resource } from "./resources.ts";

/** Deletes what the run made, the newest first, where the contract has an operation for it. */
export async function removeMade(controls: Controls): Promise<void> {
  for (const resource of controls.resources.made) {
    const control = deletionOf(controls, resource);
    if (control === undefined) continue;
    const base = controls.baseOf(control.operation, resource);
    const binding = { ...control, base, resource, isUsed: false };
    const sent = await controls.send(binding);
    if (sent === undefined) return;
    if (!isAccepted(sent)) controls.resources.setLeft(resource);
  }
}

/** The operation that deletes a resource, if its valid request has succeeded. */
function deletionOf({ known }: Controls, { template }: Resource): Control | undefined {
  return known.find(
    ({ operation, sent }) =>
      operation.method === "DELETE" &&
      isOfResource(operation) &&
      resourceTemplate(operation) === template &&
      sent.some(isAccepted),
  );
}
