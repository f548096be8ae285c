// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type { WireMedia, WireOperation, WireScheme, WireSetting } from "../operation.ts";
import { readObject } from "../media.ts";
import { asBearer, inHeader } from "../schemes.ts";
import { commaList } from "../writers.ts";
import { UnauthorizedError, NotFoundError, InternalServerError } from "./errors.ts";

/** `application/vnd.api+json`. */
const applicationVndApiJson: WireMedia = { type: /^application\/vnd\.api\+json\s*(;|$)/i, read: readObject };

/** How each operation travels. */
export const wire: Readonly<Record<string, WireOperation>> = {
  resetSmartContractInstance: {
    method: "POST",
    path: "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset",
    security: [["apiKey", "apiSecret"], ["bearer"]],
    accept: "application/vnd.api+json",
    settings: ["domain"],
    responses: {
      "200": { media: [applicationVndApiJson], requires: [["acknowledge"]] },
      "401": {
        media: [applicationVndApiJson],
        requires: [["status"], ["code"], ["title"]],
        error: UnauthorizedError,
      },
      "404": {
        media: [applicationVndApiJson],
        requires: [["status"], ["code"], ["title"]],
        error: NotFoundError,
      },
      "500": {
        media: [applicationVndApiJson],
        requires: [
          ["id"],
          ["type"],
          ["links", "length"],
          ["status"],
          ["code"],
          ["title"],
          ["detail"],
          ["source"],
          ["meta"],
        ],
        error: InternalServerError,
      },
    },
  },
  getVariablesCage: {
    method: "GET",
    path: "/data_dictionary/variables_cages/{id}",
    security: [["apiKey", "apiSecret"]],
    accept: "application/vnd.api+json",
    settings: ["domain"],
    parameters: [
      {
        name: "include",
        in: "query",
        write: commaList,
        adds: {
          author: ["data", "relationships", "author", "data", "attributes", ""],
          client: ["data", "relationships", "client", "data", "attributes", ""],
          values: ["data", "relationships", "values", "data", "length"],
        },
      },
    ],
    responses: {
      "200": { media: [applicationVndApiJson], requires: [["data", "attributes", ""]] },
      "401": {
        media: [applicationVndApiJson],
        requires: [["status"], ["code"], ["title"]],
        error: UnauthorizedError,
      },
    },
    address: { option: "dataDictionaryUrl" },
  },
};

/** How each credential travels. */
export const schemes: Readonly<Record<string, WireScheme>> = {
  apiKey: { header: "x-api-key", attach: inHeader },
  apiSecret: { header: "x-api-secret", attach: inHeader },
  bearer: { header: "authorization", attach: asBearer },
};

/** The headers that the client sends by itself, by the option that holds them. */
export const settings: Readonly<Record<string, WireSetting>> = {
  domain: {
    header: "x-domain",
    pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$",
  },
};
