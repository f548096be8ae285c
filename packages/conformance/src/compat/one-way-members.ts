import {
  type Contract,
  documentAsSentBy,
  isObject,
  type JsonValue,
  type SchemaModel,
  type Sender,
} from "@workflow-api/contract";
import { isSent, itemPlaces, type Place, propertyPlaces } from "@workflow-api/contract/samples";
import { facetsFor } from "../schema/walk.ts";
import type { SchemaWorld } from "../schema/worlds.ts";
import { derivationOf } from "./derived.ts";
import type { Remaining } from "./lost-members.ts";

/**
 * Takes out of the value of a body or a parameter what is `readOnly` on the branches that it takes: a caller does not send it, and a
 * server may ignore or refuse it (JSON Schema Validation 2020-12, section 9.4).
 */
export function withoutReadOnly(contract: Contract, model: SchemaModel, value: JsonValue): Remaining {
  return hasOneWay(contract, "client")
    ? withoutUnsent(derivationOf(contract).world, [model], value)
    : { kept: value, lost: [] };
}

/** What is told of a member that one side sends by one contract, and does not by another. */
export function unsentBy(sender: Sender, member: string): string {
  return sender === "client"
    ? `${member} is readOnly: it may be ignored.`
    : `${member} is writeOnly: it is never sent.`;
}

/** Whether a contract has members that do not travel in a direction. */
export function hasOneWay({ document }: Contract, sender: Sender): boolean {
  return documentAsSentBy(document, sender) !== document;
}

function withoutUnsent(world: SchemaWorld, places: readonly Place[], value: JsonValue, path = ""): Remaining {
  const facets = facetsFor(world, places, value);
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      withoutUnsent(world, itemPlaces(facets, index), item, `${path}/[]`),
    );
    return { kept: items.map(({ kept }) => kept), lost: [...new Set(items.flatMap(({ lost }) => lost))] };
  }
  if (!isObject(value)) return { kept: value, lost: [] };
  const members = Object.entries(value).map(([name, member = null]) => {
    const [below, at] = [propertyPlaces(facets, name), `${path}/${name}`];
    if (!isSent(world, below)) return { kept: [], lost: [at] };
    const { kept, lost } = withoutUnsent(world, below, member, at);
    return { kept: [[name, kept] as const], lost };
  });
  return {
    kept: Object.fromEntries(members.flatMap(({ kept }) => kept)),
    lost: members.flatMap(({ lost }) => lost),
  };
}
