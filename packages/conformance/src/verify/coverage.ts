import type { Operation } from "@workflow-api/contract";
import type { Plan } from "./plan.ts";
import { type Coverage, count, plural, type Result } from "./report.ts";
import type { Session } from "./session.ts";

/** How far an operation was tried: which of its statuses came, which keyword of which part was broken, what was not sent. */
export function coverageOf(
  operation: Operation,
  { cases }: Plan,
  session: Session,
  all: readonly Result[],
): Coverage {
  const { operationId, parameters, responses } = operation;
  const own = cases.filter((one) => one.operation === operation);
  const sent = own.flatMap((one) => session.sent.get(one) ?? []);
  const results = all.filter((each) => each.operationId === operationId);
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  const notSent = [...Map.groupBy(skipped, ({ note }) => note)].map(
    ([note, each]) => `${plural(each.length, "case")} (${note})`,
  );
  const keywords = [...parameters.map(({ key }) => key), "body"].map((part) => {
    const broken = own.flatMap((one) => (one.broken?.part === part ? one.broken.keyword : []));
    const tried = sent.flatMap(({ one }) => (one.broken?.part === part ? one.broken.keyword : []));
    return split(part, [...new Set(broken)].sort(), tried);
  });
  const statuses = sent.map(({ status }) => String(status));
  return {
    operationId,
    summary: `${sent.length} of ${plural(own.length, "case")} sent, ${count(results, "failed")} failed`,
    parts: [
      split(
        "responses",
        responses.map(({ status }) => String(status)),
        statuses,
      ),
      ...keywords,
      split("requests", notSent, []),
    ].filter(({ tried, untried }) => tried.length + untried.length > 0),
  };
}

function split(part: string, names: readonly string[], tried: readonly string[]): Coverage["parts"][number] {
  const isTried = (name: string): boolean => tried.includes(name);
  return { part, tried: names.filter(isTried), untried: names.filter((name) => !isTried(name)) };
}
