import { isJson, type JsonValue, sentMediaType } from "@workflow-api/contract";
import type { TryScenario } from "../view/try-data.ts";
import { make } from "./dom.ts";
import { type Mark, markable } from "./mark.ts";
import { pointerRange } from "./pointer-range.ts";

/** A body as the reader has written it. */
export interface WrittenBody {
  readonly text: string;
  /** `undefined`: none is sent. */
  readonly value: JsonValue | undefined;
  readonly mediaType: string;
  /** Why the text cannot be what its media type says. */
  readonly fault: string | undefined;
}

/** The field of a request body. */
export interface BodyField {
  readonly element: HTMLElement;
  readonly mark: Mark;
  read(): WrittenBody;
}

/** A field for the body of a scenario; forms are written as JSON objects. */
export function bodyField(mediaTypes: readonly string[], scenario: TryScenario, id: string): BodyField {
  const { body, mediaType: own = mediaTypes[0] ?? "" } = scenario;
  const area = make("textarea", "");
  Object.assign(area, { id, autocomplete: "off", autocapitalize: "off", spellcheck: false });
  area.value = body === undefined ? "" : isText(body, own) ? body : JSON.stringify(body, null, 2);
  area.rows = Math.min(16, area.value.split("\n").length + 1);
  const declared = declaredOf(mediaTypes, own);
  const chooser = mediaTypeChooser(mediaTypes, declared);
  const label = make("label", "", make("code", "", "body"), " ", make("span", "hint", hintOf(own)));
  label.htmlFor = id;
  const element = make("div", "try-field wide", label, ...(mediaTypes.length > 1 ? [chooser] : []), area);
  const mark = markable(element, area, (pointer) => {
    const range = pointer === "" ? undefined : pointerRange(area.value, pointer);
    area.setSelectionRange(...(range ?? [0, 0]));
  });
  return { element, mark, read: () => written(area.value, chooser.value === declared ? own : chooser.value) };
}

/** The media type of the contract that one stands for, which has a boundary or is no range. */
function declaredOf(mediaTypes: readonly string[], own: string): string {
  const isMeant = (each: string): boolean => own === sentMediaType(each) || own.startsWith(`${each};`);
  return mediaTypes.find((each) => each === own) ?? mediaTypes.find(isMeant) ?? own;
}

function isText(body: JsonValue, mediaType: string): body is string {
  return typeof body === "string" && !isWritten(mediaType);
}

/** Whether a body of this media type is written as JSON in the field. */
function isWritten(mediaType: string): boolean {
  return isJson(mediaType) || /^(?:multipart\/|application\/x-www-form-urlencoded)/.test(mediaType);
}

function hintOf(mediaType: string): string {
  const name = mediaType.replace(/;\s*boundary=.*$/, "");
  return isWritten(mediaType) && !isJson(mediaType) ? `${name}, written as JSON` : name;
}

function mediaTypeChooser(mediaTypes: readonly string[], own: string): HTMLSelectElement {
  const chooser = make("select", "", ...mediaTypes.map((each) => make("option", "", each)));
  chooser.value = own;
  chooser.setAttribute("aria-label", "Content-Type of the body");
  return chooser;
}

function written(text: string, mediaType: string): WrittenBody {
  if (text.trim() === "") {
    return { text: "", value: undefined, mediaType, fault: undefined };
  }
  if (!isWritten(mediaType)) {
    return { text, value: text, mediaType, fault: undefined };
  }
  try {
    return { text, value: JSON.parse(text), mediaType, fault: undefined };
  } catch (error) {
    const fault = `is no JSON (${error instanceof Error ? error.message : String(error)}). Nothing was sent.`;
    return { text, value: text, mediaType, fault };
  }
}
