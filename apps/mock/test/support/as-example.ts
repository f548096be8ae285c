import { isJson, type Scenario } from "@workflow-api/contract";

/** The value of an answer that came, as the example of a scenario has it: a file or a text stands there as it is. */
export function bodyAsExample({ mediaType = "", response }: Scenario, body: string): unknown {
  return typeof response === "string" && !isJson(mediaType) ? body : JSON.parse(body);
}

/** What the client made of an answer, as an example has it: that of a file is a text. */
export function dataAsExample(data: unknown): unknown {
  return data instanceof Uint8Array ? new TextDecoder().decode(data) : data;
}
