import type { createLogger } from "@stoplight/prism-core";
import type {
  createInstance,
  getHttpOperationsFromSpec,
  IHttpConfig,
  IHttpRequest,
} from "@stoplight/prism-http";

/** An operation as Prism holds it. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** A request as Prism takes it. */
export type PrismRequest = IHttpRequest;

/** What Prism returns: an answer with the violations that it found, or an error. */
export type PrismResult = Awaited<ReturnType<ReturnType<ReturnType<typeof createInstance>["request"]>>>;

/** An answer of Prism, with the violations that it found. */
export type PrismAnswer = Extract<PrismResult, { _tag: "Right" }>["right"];

/** What Prism finds wrong. */
export type PrismViolation = PrismAnswer["validations"]["input"][number];

/** Where Prism tells what it does. */
export type PrismLogger = ReturnType<typeof createLogger>;

/** What a request may ask of Prism by `Prefer` (or by the query parameters `__code` and so on). */
export interface Preferences {
  readonly code?: number;
  readonly exampleKey?: string;
  readonly dynamic?: boolean;
  readonly seed?: string;
  /** The media types to negotiate instead of those of the Accept header. */
  readonly mediaTypes?: readonly string[];
}

/** A fresh configuration, as the CLI of Prism uses it: Prism writes into what it is given. */
export function prismConfig({ code, exampleKey, dynamic, seed, mediaTypes }: Preferences): IHttpConfig {
  return {
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    mock: {
      dynamic: dynamic ?? false,
      ...(code === undefined ? {} : { code }),
      ...(exampleKey === undefined ? {} : { exampleKey }),
      ...(seed === undefined ? {} : { seed }),
      ...(mediaTypes === undefined ? {} : { mediaTypes: [...mediaTypes] }),
    },
  };
}
