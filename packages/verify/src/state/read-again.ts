import {
  type Case,
  completeBody,
  freePlaces,
  freshValueAt,
  validCase,
  valueAtPlace,
  withValueAt,
} from "@workflow-api/conformance";
import type { Operation } from "@workflow-api/contract";
import { readJson, responseFor } from "@workflow-api/contract/http";
import { appendPointer, isObject, type JsonValue, valueAt } from "@workflow-api/contract/json";
import { type EvaluatedResult, evaluate } from "../results/evaluate.ts";
import { isWanted } from "../sending/order.ts";
import { isAccepted, type SentRequest } from "../sending/session.ts";
import { type Control, type Controls, isControlled } from "./control.ts";
import { listItems } from "./ids.ts";
import { nextPage } from "./pages.ts";
import { isOfResource, itemTemplate, resourceTemplate } from "./paths.ts";
import { placesOf } from "./references.ts";
import type { Resource } from "./resources.ts";

// What was written is read again, what was deleted is gone, and a list has a next page.

/** The results of reading again what an operation did, of resources that the run made. */
export async function stateResults(
  controls: Controls,
  control: Control,
): Promise<EvaluatedResult[]> {
  const { run } = controls.session;
  const { method, operationId } = control.operation;
  const isSelected = !run.questions && isWanted(run, `${operationId} then`, "state");
  if (!isSelected || !isControlled(control)) return [];
  if (method === "PATCH" || method === "PUT") return await readUpdated(controls, control);
  if (method === "DELETE") return await readDeleted(controls, control);
  return method === "GET" ? await nextPage(controls, control) : [];
}

/** The control of the operation that reads a resource. */
async function readerOf(controls: Controls, template: string): Promise<Control | undefined> {
  const found = controls.session.run.contract.operations.find(
    (each) => each.method === "GET" && isOfResource(each) && resourceTemplate(each) === template,
  );
  const control = found && (await controls.of(found));
  return control && isControlled(control) ? control : undefined;
}

/** Sends the valid request of an operation to a resource. */
async function sendTo(
  controls: Controls,
  control: Control,
  resource: Resource,
): Promise<SentRequest | undefined> {
  const base = controls.baseOf(control.operation, resource);
  const testCase = validCase(base);
  const id = resource.ids.at(-1);
  if (testCase === undefined || id === undefined) return undefined;
  return await controls.session.send(testCase);
}

async function readUpdated(controls: Controls, control: Control): Promise<EvaluatedResult[]> {
  const { resource } = control;
  const reader = resource?.isMade && (await readerOf(controls, resource.template));
  if (!reader || resource === undefined || !isOfResource(control.operation)) return [];
  const changed = await controls.send(control, changedValues(controls, control));
  const accepted = changed && isAccepted(changed) ? changed : await controls.send(control);
  if (accepted === undefined || !isAccepted(accepted)) return [];
  const read = await sendTo(controls, reader, control.resource ?? resource);
  if (read === undefined || !isAccepted(read)) return [];
  const { operationId } = control.operation;
  const titled = retitled(read, `${operationId} then ${reader.operation.operationId}`);
  const lost = lostMembers(accepted, read, reader.operation);
  const messages = lost.map(
    (at) =>
      `After the ${accepted.status} of ${operationId}, ${reader.operation.operationId} does not ` +
      `show what was sent at ${at}.`,
  );
  const { operation } = control;
  return [stateResult(controls, titled, { operation, keyword: "written", messages })];
}

/** The values of an update that changes as much as possible. */
function changedValues({ session }: Controls, control: Control): Case["values"] {
  const { base, complete } = control;
  const body = complete && isAccepted(complete) ? completeBody(base) : undefined;
  const values = body === undefined ? base.values : new Map([...base.values, ["body", body]]);
  const named = placesOf(base).map(({ at }) => at);
  const varied = { ...base, values };
  const places = [...freePlaces(varied), ...freePlaces(varied, "integer")];
  return places.reduce<Case["values"]>((all, place) => {
    const value = valueAtPlace(all, place);
    const origin = { seed: session.run.freshSeed, number: session.nextNumber() };
    const isKept = value === undefined || named.includes(place.at);
    const fresh = isKept ? undefined : freshValueAt(base, place, value, origin);
    return fresh === undefined ? all : withValueAt(all, place, fresh);
  }, values);
}

/** The JSON Pointers of what was sent and is not shown. */
function lostMembers(update: SentRequest, read: SentRequest, reader: Operation): string[] {
  const sent = update.testCase.values.get("body");
  const body = "body" in read.received ? readJson(read.received.body) : undefined;
  if (sent === undefined || body === undefined || !("value" in body)) return [];
  const [media] = responseFor(reader, read.status ?? 0)?.content ?? [];
  const isShown = (at: string): boolean =>
    media !== undefined && media.shape.at(at).locations.length > 0;
  const outer = ["", "/data"].find((each) => isObject(valueAt(body.value, each || ""))) ?? "";
  const starts = [outer, "/data", ""];
  return scalarsOf(sent)
    .filter(({ at, value }) => {
      const start = starts.find((each) => isShown(each + at));
      return start !== undefined && !isSameValue(value, valueAt(body.value, start + at));
    })
    .map(({ at }) => at);
}

interface Scalar {
  readonly at: string;
  readonly value: JsonValue;
}

/** The scalars of a value that are in no list. */
function scalarsOf(value: JsonValue, at = ""): Scalar[] {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return [{ at, value }];
  return Object.entries(value).flatMap(([name, member = null]) =>
    scalarsOf(member, appendPointer(at, name)),
  );
}

/** Whether a value is shown, be it in another case, or as the same moment. */
function isSameValue(sent: JsonValue, displayed: JsonValue | undefined): boolean {
  if (sent === null) return displayed === null || displayed === undefined;
  if (typeof sent !== "string" || typeof displayed !== "string") return sent === displayed;
  const isMoment = /^\d{4}-\d\d-\d\dT/.test(sent);
  if (isMoment && Date.parse(sent) === Date.parse(displayed)) return true;
  return sent.trim().toLowerCase() === displayed.trim().toLowerCase();
}

async function readDeleted(controls: Controls, control: Control): Promise<EvaluatedResult[]> {
  const template = resourceTemplate(control.operation);
  const resource = template && (await controls.make(template, true));
  const reader = template && (await readerOf(controls, template));
  if (!reader || !resource || !isOfResource(control.operation)) return [];
  const before = await sendTo(controls, reader, resource);
  const wasListed = await isInList(controls, resource);
  const deleted = await sendTo(controls, control, resource);
  // An accepted request (202) may take its time.
  if (deleted === undefined || !isAccepted(deleted) || deleted.status === 202) return [];
  const read = await sendTo(controls, reader, resource);
  if (before === undefined || read === undefined) return [];
  const { operationId } = control.operation;
  const name = reader.operation.operationId;
  const isLeft = isAccepted(read) && !isMarked(before, read);
  const isUnlisted = isLeft && wasListed && !(await isInList(controls, resource));
  const message = `After the ${deleted.status} of ${operationId}, ${name} gets ${read.status}.`;
  const gone = stateResult(controls, retitled(read, `${operationId} then ${name}`), {
    operation: control.operation,
    keyword: "deleted",
    messages: isLeft && !isUnlisted ? [message] : [],
  });
  return [gone, ...(await refusalsOfGone(controls, control, resource))];
}

/** Whether a resource says that it is deleted: a member with such a name has changed. */
function isMarked(before: SentRequest, after: SentRequest): boolean {
  const [one, other] = [before, after].map(({ received }) => {
    const read = "body" in received ? readJson(received.body) : undefined;
    return read && "value" in read ? scalarsOf(read.value) : [];
  });
  const old = new Map(one?.map(({ at, value }) => [at, value]));
  return (other ?? []).some(
    ({ at, value }) => /delet|archiv|remov|status|state|active/i.test(at) && old.get(at) !== value,
  );
}

/** Whether the first page of a list has a resource. */
async function isInList(controls: Controls, { ids, template }: Resource): Promise<boolean> {
  const lists = controls.known.filter(
    ({ operation }) => operation.method === "GET" && itemTemplate(operation) === template,
  );
  const [list] = lists.filter(isControlled);
  const sent = list && (await controls.send(list));
  const read = sent && "body" in sent.received ? readJson(sent.received.body) : undefined;
  if (read === undefined || !("value" in read)) return false;
  const id = String(ids.at(-1));
  return listItems(read.value).some((item) => JSON.stringify(item).includes(id));
}

/** A change of what is gone is refused. */
async function refusalsOfGone(
  controls: Controls,
  control: Control,
  resource: Resource,
): Promise<EvaluatedResult[]> {
  const changes = controls.known.filter(
    (each) =>
      each.operation.method === "PATCH" &&
      isOfResource(each.operation) &&
      resourceTemplate(each.operation) === resource.template &&
      isControlled(each),
  );
  const results: EvaluatedResult[] = [];
  for (const change of changes) {
    const sent = await sendTo(controls, change, resource);
    if (sent === undefined) continue;
    const { operationId } = change.operation;
    const title = `${control.operation.operationId} then ${operationId}`;
    const message = `${operationId} gets ${sent.status} for what was deleted.`;
    const isRight = (sent.status ?? 0) >= 400 && (sent.status ?? 0) < 500;
    const titled = retitled(sent, title);
    results.push(
      stateResult(controls, titled, {
        operation: control.operation,
        keyword: "deleted",
        messages: isRight ? [] : [message],
      }),
    );
  }
  return results;
}

/** A response under the title of a case of its own. */
function retitled(sent: SentRequest, title: string): SentRequest {
  return { ...sent, testCase: { ...sent.testCase, title, group: "state" } };
}

/** What reading again has found. */
interface StateCheck {
  readonly operation: Operation;
  readonly keyword: string;
  /** What is wrong. Empty: nothing. */
  readonly messages: readonly string[];
}

/** The result of reading again; what is wrong with it is one cause. */
function stateResult(
  { session }: Controls,
  sent: SentRequest,
  { keyword, messages, operation: { operationId, pointer } }: StateCheck,
): EvaluatedResult {
  const result = evaluate(session.run, sent);
  const findings = messages.map((message) => ({
    name: "state_conformance",
    operationId,
    part: "state",
    keyword,
    message,
    pointer,
    observed: [],
    cause: { symptom: "state", keyword, kind: "", part: operationId, place: "", operationId },
  }));
  // What else is wrong with the response is found by the cases of its operation.
  const outcome = findings.length > 0 ? "failed" : "passed";
  return { ...result, findings, outcome, note: "" };
}
