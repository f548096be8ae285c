import {
  type BaseRequest,
  type Case,
  createBaseRequest,
  createMaker,
  idempotencyPlaces,
  type Maker,
  type PartValues,
  validCase,
} from "@workflow-api/conformance";
import type { Operation, ParameterValues } from "@workflow-api/contract";
import { isAccepted, isRead, type SentRequest, type Session } from "../sending/session.ts";
import { type Binding, bindCase } from "./bind.ts";
import { itemTemplate, pathKeys, resourceTemplate } from "./paths.ts";
import { hasUnknownReference, referencesOf } from "./references.ts";
import { type Resource, Resources, valuesLeadingTo } from "./resources.ts";
import { findFurtherPlaces, findUniquePlaces } from "./unique-values.ts";

// A refusal proves nothing unless the valid request succeeds: each operation has a control.

/** A valid request of an operation, what it is sent to, and whether it succeeds. */
export interface Control extends Binding {
  readonly operation: Operation;
  /** Why no request of the operation is sent. The empty string: they are. */
  readonly reason: string;
  /** The responses to its valid request: at first, and after its cases. */
  readonly sent: SentRequest[];
  /** Whether it may name what the server lacks: a member such as `ownerId` of no known resource. */
  readonly namesOthers: boolean;
  /** The response to it with every optional member. `undefined`: it was not sent. */
  readonly complete?: SentRequest | undefined;
}

/** A success may use up the resource that a request goes to, or spoil it. */
export function useUp(binding: Binding, sent: SentRequest): void {
  const { expected, request } = sent.testCase;
  const isSpoilt = expected.kind === "invalid" && /^P(ATCH|UT)$/.test(request.method);
  // A request whose response was lost may have succeeded.
  const isLost = sent.status === undefined && binding.needsOwn;
  if (isLost || (isAccepted(sent) && (binding.needsOwn || isSpoilt))) binding.isUsed = true;
}

/** Whether the valid request of an operation succeeded each time. */
export function isControlled({ sent }: Control): boolean {
  return sent.length > 0 && sent.every(isAccepted);
}

/** What a request needs before it can be sent. */
interface ControlTarget {
  readonly resource?: Resource | undefined;
  readonly reason?: string;
}

/** The controls of the operations of a run, each found out once. */
export class Controls {
  readonly session: Session;
  readonly resources: Resources;
  /** Which operations have more cases than their budget, in sentences. */
  readonly limits: string[] = [];
  /** The operations that each need what another one of them creates. */
  readonly cycles: Map<Operation, readonly Operation[]> = new Map();
  readonly #known = new Map<Operation, Control>();
  /** The operations that are being looked at: each needs the next one. */
  readonly #open: Operation[] = [];
  readonly #maker: Maker;

  constructor(session: Session) {
    this.session = session;
    this.resources = new Resources(session.run.contract, session.run.baseUrl);
    this.#maker = createMaker(session.run.seed);
    session.onResponse((sent) => this.resources.learn(sent));
  }

  /** Says that an operation has more cases than its budget. */
  setBeyond({ operationId }: Operation, tried: number, beyond: number): void {
    const total = tried + beyond;
    this.limits.push(
      `${tried} of about ${total.toLocaleString("en-GB")} cases of ${operationId} are tried: ` +
        `--only ${operationId} tries all of them.`,
    );
  }

  /** Those that were found out. */
  get known(): readonly Control[] {
    return [...this.#known.values()];
  }

  /** The control of an operation. `undefined`: it needs itself, by way of others. */
  async of(operation: Operation): Promise<Control | undefined> {
    const known = this.#known.get(operation);
    if (known !== undefined) return known;
    if (this.#open.includes(operation)) {
      const cycle = this.#open.slice(this.#open.indexOf(operation));
      for (const each of cycle) this.cycles.set(each, cycle);
      return undefined;
    }
    this.#open.push(operation);
    const control = await this.#findOut(operation);
    this.#open.pop();
    this.#known.set(operation, control);
    return control;
  }

  /** A resource that the run made: a living one, or another one. */
  async make(template: string, isNew = false): Promise<Resource | undefined> {
    const { run } = this.session;
    const creator = this.#creatorOf(template);
    if (creator === undefined || !run.write) return undefined;
    const before = this.resources.living(template, true);
    const [first] = before;
    if (first !== undefined && !isNew) return first;
    const control = await this.of(creator);
    if (control === undefined || !isControlled(control)) return undefined;
    const fresh = this.resources.living(template, true).find((each) => !before.includes(each));
    if (fresh !== undefined) return fresh;
    await this.send(control);
    return this.resources.living(template, true).find((each) => !before.includes(each));
  }

  #creatorOf(template: string): Operation | undefined {
    return this.session.run.contract.operations.find(
      (each) => each.method === "POST" && itemTemplate(each) === template,
    );
  }

  /** Why the run made no resource of a path, in words. */
  #lackOf(template: string): string {
    const creator = this.#creatorOf(template);
    if (creator === undefined) return "no operation creates one";
    const { operationId } = creator;
    const control = this.#known.get(creator);
    return control?.sent.some(isAccepted) === true
      ? `the response of ${operationId} names none`
      : `${operationId}, which creates one, did not succeed`;
  }

  /** Sends the valid request of a binding with fresh values, or with other ones. */
  async send(binding: Binding, values?: PartValues): Promise<SentRequest | undefined> {
    const testCase = validCase(binding.base, values);
    return testCase && (await this.sendCase(binding, testCase));
  }

  /** Sends a case. `undefined`: it cannot be sent. */
  async sendCase(binding: Binding, testCase: Case): Promise<SentRequest | undefined> {
    const bound = await this.bind(binding, testCase);
    const sent = typeof bound === "string" ? undefined : await this.session.send(bound);
    if (sent !== undefined) useUp(binding, sent);
    return sent;
  }

  /**
   * A case as it is sent: to a living resource, with fresh values where they must be unique.
   *
   * @returns Why it cannot be sent, as a string.
   */
  async bind(control: Binding, testCase: Case): Promise<Case | string> {
    const { base, needsOwn, resource } = control;
    const isGone = resource !== undefined && this.resources.isGone(resource);
    const template = resourceTemplate(base.operation);
    if (!isGone && !control.isUsed) return bindCase(this.session, control, testCase);
    const other = template === undefined ? undefined : await this.make(template, control.isUsed);
    if (other === undefined && (isGone || needsOwn))
      return "its resource is used up, and no other one can be made";
    control.resource = other ?? resource;
    control.isUsed = false;
    return bindCase(this.session, control, testCase);
  }

  async #findOut(operation: Operation): Promise<Control> {
    const { resource, reason = "" } = await this.#targetOf(operation);
    const base = this.baseOf(operation, resource);
    const references = await referencesOf(this, base);
    const binding: Binding = {
      base,
      references,
      resource,
      places: idempotencyPlaces(base),
      needsOwn: operation.method === "DELETE",
      isUsed: false,
    };
    const namesOthers = hasUnknownReference(base, references);
    const control = { ...binding, operation, namesOthers, sent: [] };
    if (reason !== "" || !this.#hasSecrets(base)) return { ...control, reason };
    return { ...control, ...(await this.#tryOut(binding)), reason };
  }

  async #tryOut(binding: Binding): Promise<Binding & Pick<Control, "complete" | "sent">> {
    if (isRead(binding.base.operation)) return await this.#tryOutRead(binding);
    // What a value names can be deleted once: its cases come first.
    if (binding.needsOwn && binding.resource === undefined) return { ...binding, sent: [] };
    const { sent, ...found } = await findUniquePlaces(this, binding);
    if (sent === undefined || !isAccepted(sent))
      return { ...found, sent: sent === undefined ? [] : [sent] };
    const { sent: complete, ...all } = await findFurtherPlaces(this, found);
    return { ...all, sent: [sent], complete };
  }

  /** A resource that was found may be gone by now: the next one is tried. */
  async #tryOutRead(binding: Binding): Promise<Binding & Pick<Control, "sent">> {
    const sent = await this.send(binding);
    const { base, resource } = binding;
    if (sent?.status !== 404 || resource === undefined || resource.isMade)
      return { ...binding, sent: sent === undefined ? [] : [sent] };
    this.resources.setGone(resource);
    const [next] = this.resources.living(resource.template, false);
    if (next === undefined) return { ...binding, sent: [sent] };
    const other = this.baseOf(base.operation, next);
    return await this.#tryOutRead({ ...binding, base: other, resource: next });
  }

  #hasSecrets({ schemes }: BaseRequest): boolean {
    return schemes.every(({ name }) => this.session.run.secrets[name] !== undefined);
  }

  /** The valid request of an operation to a resource. */
  baseOf(operation: Operation, resource: Resource | undefined): BaseRequest {
    const { contract, data } = this.session.run;
    const found = resource && valuesLeadingTo(operation, resource);
    const tag = operation.parameters.find(({ key }) => key === "header if-match");
    const valuesOf = (): ParameterValues =>
      new Map([
        ...(found ?? []),
        ...(tag && resource?.entityTag ? [[tag.key, resource.entityTag] as const] : []),
        ...data.valuesOf(operation),
      ]);
    return createBaseRequest(contract, operation, this.#maker, { ...data, valuesOf });
  }

  /** What requests of an operation go to, or why none is sent. */
  async #targetOf(operation: Operation): Promise<ControlTarget> {
    const { run } = this.session;
    const known = run.data.valuesOf(operation);
    const keys = pathKeys(operation);
    const template = resourceTemplate(operation);
    if (!isRead(operation) && !run.write)
      return { reason: "what may write is sent only with --write" };
    if (template === undefined)
      return isConsented(run.only, operation) ? {} : nothingOwn(operation, "");
    if (keys.every((key) => known.has(key))) return {};
    const made = await this.make(template);
    if (made !== undefined) return this.#use(operation, made);
    if (isRead(operation)) {
      const found = await this.#find(template);
      return found === undefined ? {} : this.#use(operation, found);
    }
    return operation.method === "POST" ? {} : nothingOwn(operation, this.#lackOf(template));
  }

  #use(operation: Operation, resource: Resource): ControlTarget {
    const { source } = resource;
    if (valuesLeadingTo(operation, resource) === undefined) return {};
    this.resources.sources.set(operation.operationId, source);
    return { resource };
  }

  /** A resource that a list has. */
  async #find(template: string): Promise<Resource | undefined> {
    const { operations } = this.session.run.contract;
    const lists = operations.filter(
      (each) => each.method === "GET" && itemTemplate(each) === template,
    );
    for (const list of lists) await this.of(list);
    return this.resources.living(template, false)[0];
  }
}

/** Whether an operation without a resource may be sent: it is named, or changes nothing there is. */
function isConsented(only: readonly string[], { method, operationId }: Operation): boolean {
  if (method === "GET" || method === "POST") return true;
  return only.some((text) => text.includes(operationId));
}

/** @param lack - Why there is nothing, in words. The empty string: nobody could create it. */
function nothingOwn(operation: Operation, lack: string): ControlTarget {
  const { method, operationId } = operation;
  const verb = method === "DELETE" ? "delete" : "change";
  const [last] = pathKeys(operation).slice(-1);
  const advice =
    last === undefined
      ? `--only ${operationId} sends it all the same`
      : `give --value ${operationId}.${last.replace("path ", "")}=VALUE`;
  const because = lack === "" ? "" : `, because ${lack}`;
  return { reason: `nothing of its own to ${verb}${because}: ${advice}` };
}
