import { essenceOf, isJson, type Scenario } from "@workflow-api/contract";

/** How a program reads the body of an answer. */
export type AnswerKind = "none" | "json" | "text" | "bytes";

/** How the body of a scenario's answer is read: a file read as text would lose what is no UTF-8. */
export function answerKind({ response, mediaType }: Pick<Scenario, "response" | "mediaType">): AnswerKind {
  if (response === undefined || mediaType === undefined) return "none";
  if (isJson(mediaType)) return "json";
  const isText = /^(?:text|multipart)\/|[/+](?:xml|yaml)$|^application\/x-www-form-urlencoded$/;
  return isText.test(essenceOf(mediaType)) ? "text" : "bytes";
}
