import type { Contract, Operation, Response } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { createDerivation, type Derivation } from "../derivation.ts";
import { answersOfResponse } from "../derive-answers.ts";
import { casesOfOperation } from "../derive-cases.ts";
import { once, onceOf } from "../once.ts";
import { standInsOf } from "../stand-ins.ts";
import { unreadAnswers } from "./unread-answers.ts";

// The versions of a history are each compared twice.

/** What everything that is derived from a contract starts from. */
export const derivationOf: (contract: Contract) => Derivation = onceOf((contract) =>
  createDerivation(contract, { credentials: standInsOf(contract) }),
);

/** The cases that are derived of an operation of a contract. */
export const derivedCases: (contract: Contract) => (operation: Operation) => readonly Case[] = onceOf(
  (contract) => once((operation) => casesOfOperation(derivationOf(contract), operation)),
);

interface DerivedAnswers {
  readonly answers: readonly AnswerCase[];
  /** Those of media types that nothing reads. */
  readonly unread: readonly AnswerCase[];
}

const answersIn = onceOf((contract: Contract) =>
  once((operation: Operation) =>
    once((response: Response): DerivedAnswers => {
      const derivation = derivationOf(contract);
      return {
        // An answer shows nothing of who asked for it.
        answers: answersOfResponse({ ...derivation, credentials: {} }, operation, response),
        unread: unreadAnswers(derivation, operation, response),
      };
    }),
  ),
);

/** The answers that are derived of some responses of each operation of a contract. */
export function derivedAnswers(
  contract: Contract,
  responsesOf: (operation: Operation) => readonly Response[],
): AnswerCase[] {
  const found = contract.operations.flatMap((operation) =>
    responsesOf(operation).map(answersIn(contract)(operation)),
  );
  return [...found.flatMap(({ answers }) => answers), ...found.flatMap(({ unread }) => unread)];
}
