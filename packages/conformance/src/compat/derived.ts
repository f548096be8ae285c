import type { Contract, Operation, Response } from "@workflow-api/contract";
import type { Place } from "@workflow-api/contract/samples";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { createDerivation, type Derivation } from "../derivation.ts";
import { answersOfResponse } from "../derive-answers.ts";
import { casesOfOperation } from "../derive-cases.ts";
import { onceOf } from "../once.ts";
import { standInsOf } from "../stand-ins.ts";
import { changedPlaces } from "./changed-places.ts";
import { unreadAnswers } from "./unread-answers.ts";
import { unsettledResponses } from "./unsettled.ts";

// The versions of a history are each compared twice.

/** What everything that is derived from a contract starts from. */
export const derivationOf: (contract: Contract) => Derivation = onceOf((contract) =>
  createDerivation(contract, { credentials: standInsOf(contract) }),
);

/**
 * Derives something of a part of a contract, to be held against another. Where a value has very many parts, what is
 * derived of it is of those that the other contract describes otherwise. Where it has not, the same is for all others.
 */
function derivedFor<Part extends object, Derived>(
  derive: (derivation: Derivation, part: Part) => Derived,
): (by: Contract, other: Contract) => (part: Part) => Derived {
  const derivedIn = onceOf((by: Contract) => {
    const whole = new WeakMap<Part, { readonly derived: Derived }>();
    const derivation = derivationOf(by);
    return onceOf((other: Contract) => {
      const isChanged = changedPlaces(by, other);
      return onceOf((part: Part) => {
        const known = whole.get(part);
        if (known !== undefined) return known.derived;
        let isWhole = true;
        const isVaried = (places: readonly Place[]): boolean => {
          isWhole = false;
          return places.some(({ pointer }) => isChanged(pointer));
        };
        const derived = derive(
          {
            ...derivation,
            world: { ...derivation.world, isVaried },
            answerWorld: { ...derivation.answerWorld, isVaried },
          },
          part,
        );
        if (isWhole) whole.set(part, { derived });
        return derived;
      });
    });
  });
  return (by, other) => derivedIn(by)(other);
}

/** The cases that are derived of an operation of a contract, to be held against another. */
export const derivedCases: (by: Contract, other: Contract) => (operation: Operation) => readonly Case[] =
  derivedFor(casesOfOperation);

interface DerivedAnswers {
  readonly answers: readonly AnswerCase[];
  /** Those of media types that nothing reads. */
  readonly unread: readonly AnswerCase[];
}

const answersOf = onceOf((operation: Operation) =>
  derivedFor(
    (derivation, response: Response): DerivedAnswers => ({
      // An answer shows nothing of who asked for it.
      answers: answersOfResponse({ ...derivation, credentials: {} }, operation, response),
      unread: unreadAnswers(derivation, operation, response),
    }),
  ),
);

/** The answers that are derived of the responses of a contract that another may take otherwise, to be held against it. */
export function derivedAnswers(by: Contract, other: Contract): AnswerCase[] {
  const found = by.operations.flatMap((operation) =>
    unsettledResponses(by, operation, other).map(answersOf(operation)(by, other)),
  );
  return [...found.flatMap(({ answers }) => answers), ...found.flatMap(({ unread }) => unread)];
}
