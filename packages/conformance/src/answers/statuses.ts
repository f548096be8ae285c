import { STATUS_CODES } from "node:http";
import { appendPointer } from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer } from "../case.ts";
import { responseFor } from "../mock-status.ts";
import { answer, type Place, refused } from "./place.ts";

/** Statuses that have a name (RFC 9110) and may come with a body, and two that have none. */
const statuses = [...Object.keys(STATUS_CODES).map(Number), 299, 599].filter(
  (status) => status >= 200 && ![204, 205, 304].includes(status),
);

function triedStatuses({ operation, response }: Place): number[] {
  return response === operation.responses[0] ? statuses : [299, 418, 599];
}

/** The answer of a response with statuses that no response of the operation covers: the first with each of them. */
export function undocumented(place: Place): AnswerCase[] {
  const { operation, response, world } = place;
  const [media] = response.content;
  const [example] = media?.shown ?? [];
  const body =
    operation.method === "HEAD" ? undefined : media && (example?.value ?? sampleOf(world, [media]));
  return triedStatuses(place)
    .filter((status) => responseFor(operation, status) === undefined)
    .map((status) =>
      refused(
        place,
        `with the undocumented ${status}`,
        appendPointer(operation.pointer, "responses"),
        "status",
        {
          ...answer(place, media, body),
          status,
        },
      ),
    );
}

/** Each status that a range covers without a body, which tells it from one that is documented by itself. */
export function inRange(place: Place, good: Answer): AnswerCase[] {
  const { operation, response } = place;
  if (!/^[1-5]xx$/i.test(response.status)) return [];
  return triedStatuses(place)
    .filter((status) => responseFor(operation, status) === response)
    .map((status) =>
      refused(place, `with ${status} and no body`, response.pointer, "content", {
        ...good,
        status,
        body: "",
      }),
    );
}
