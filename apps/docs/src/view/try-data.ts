import { settings, wire } from "@workflow-api/client/wire";
import {
  type Contract,
  completedScenario,
  type Encoding,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  type RequestShape,
  type Scenario,
  scenarioBody,
  scenarioRequest,
  scenarioValues,
  type WireParameter,
} from "@workflow-api/contract";
import { clientPlace, designClient, sampleOptions } from "@workflow-api/contract/calls";
import { clientOptions, sampleCall } from "../samples/client-call.ts";
import { sampleAddress } from "../samples/sample-request.ts";
import { parameterAnchor, schemaView } from "./operation-view.ts";
import { type Credential, credentialOf, waysOf } from "./security.ts";

/** An operation as the page has it, to send its requests. */
export interface TryOperation extends Pick<RequestShape, "method" | "path" | "responses"> {
  /** The name of the client's method. */
  readonly clientMethod: string;
  readonly address: string;
  readonly parameters: readonly TryParameter[];
  /** In what its request body may be sent. `undefined`: it takes none. */
  readonly bodies: readonly TryBody[] | undefined;
  readonly ways: readonly TryWay[];
}

/** A media type of a request body, with how the fields of a form travel in it. */
export interface TryBody {
  readonly mediaType: string;
  readonly encoding: readonly (readonly [field: string, Encoding])[];
}

/** A parameter, with what its field says of it. */
export interface TryParameter extends WireParameter {
  readonly required: boolean;
  /** In words. */
  readonly type: string;
  /** Whether its value is written as it is, rather than as JSON. */
  readonly isText: boolean;
  /** The argument of the client's method that holds it. */
  readonly argument?: string;
  /** The option of the client's factory that holds it. */
  readonly option?: string;
}

/** A way of authenticating: what is sent for it, and the options of the client's factory. */
export interface TryWay {
  readonly credentials: readonly Credential[];
  readonly options: Readonly<Record<string, JsonValue>>;
}

/** A scenario as the page has it, to try it. */
export interface TryScenario {
  /** The values of parameters, by their keys. */
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly body: JsonValue | undefined;
  readonly mediaType: string | undefined;
  readonly status: number;
  /** Whether the typed client can send it. */
  readonly byClient: boolean;
}

/** What the page needs of an operation to send its requests. */
export function tryOperation(contract: Contract, operation: Operation): TryOperation {
  return {
    clientMethod: designClient(contract).methodOf(operation),
    method: operation.method,
    path: operation.path,
    address: sampleAddress(operation),
    parameters: operation.parameters.map((parameter) => tryParameter(contract, operation, parameter)),
    bodies: operation.requestBody?.content.map(tryBody),
    responses: operation.responses.map(({ content }) => ({
      content: content.map(({ mediaType }) => ({ mediaType })),
    })),
    ways: waysOf(operation).map((way) => ({
      credentials: way.flatMap((scheme) => credentialOf(scheme) ?? []),
      options: clientOptions(contract, operation, way, sampleOptions(contract)),
    })),
  };
}

function tryBody({ mediaType, fields, encoding }: MediaType): TryBody {
  const stated = { contentType: undefined, style: undefined, explode: undefined, allowReserved: undefined };
  const ofSchemas = [...fields].flatMap(([name, { mediaType: contentType }]) =>
    contentType === undefined ? [] : [[name, { ...stated, contentType }] as const],
  );
  const ofFields = [...encoding].map(([name, own]) => {
    const contentType = own.contentType ?? fields.get(name)?.mediaType;
    return [name, { ...own, contentType }] as const;
  });
  return { mediaType, encoding: [...new Map([...ofSchemas, ...ofFields])] };
}

function tryParameter(contract: Contract, operation: Operation, parameter: Parameter): TryParameter {
  const { name, in: place, required, style, explode, allowReserved, mediaType, shape } = parameter;
  const { type } = schemaView(contract, parameter, parameterAnchor(parameter));
  const isText = shape === "primitive" && mediaType === undefined;
  const wire = { name, in: place, style, explode, allowReserved, mediaType };
  return { ...wire, required, type, isText, ...clientPlace(contract, operation, parameter) };
}

/** What the page needs to try a scenario, with a value for each required parameter that it leaves open, as its samples have. */
export function tryScenario(contract: Contract, operation: Operation, shown: Scenario): TryScenario {
  const scenario = completedScenario(contract, operation, shown);
  return {
    values: Object.fromEntries(scenarioValues(operation, scenario)),
    body: scenarioBody(operation, scenario),
    mediaType: scenarioRequest(operation, scenario).headers["Content-Type"],
    status: scenario.status,
    byClient:
      isOfClient(contract, operation) &&
      waysOf(operation).every((way) => sampleCall(contract, operation, scenario, way) !== undefined),
  };
}

/** Whether the client that the page has knows the operation: it is generated from the contract of this repository. */
function isOfClient(contract: Contract, operation: Operation): boolean {
  const design = designClient(contract);
  const row = wire[design.methodOf(operation)];
  const options = design.settings.map(({ option }) => option);
  const isSame = row?.method === operation.method && row.path === operation.path;
  return isSame && options.toSorted().join() === Object.keys(settings).toSorted().join();
}
