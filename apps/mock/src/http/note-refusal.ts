import type { Journal } from "../controls/journal.ts";
import { isControl } from "../controls/path.ts";
import type { MockAnswer, MockRequest } from "../message.ts";

/** Who is told of answers. */
export interface Told {
  readonly controls: { readonly journal: Pick<Journal, "record"> };
  readonly onAnswer?: ((request: MockRequest, answer: MockAnswer, dropped: boolean) => void) | undefined;
}

/** Tells the journal and the log of a request that was refused before the mock saw it, unless it is one of the controls. */
export function noteRefusal(
  { controls, onAnswer }: Told,
  request: MockRequest,
  answer: MockAnswer,
  dropped = false,
): void {
  if (isControl(request.target)) return;
  controls.journal.record(request, answer, dropped);
  onAnswer?.(request, answer, dropped);
}
