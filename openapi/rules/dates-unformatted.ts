import { child, items, text } from "./reading/place.ts";
import type { HouseRule } from "./redocly.ts";

export const datesUnformatted: HouseRule = {
  id: "dates-unformatted",
  asks: "No schema states a date or time `format` while the gap `date_time_format` says that it is not known.",
  create: () => {
    let isUnknown = false;
    return {
      Root(root, context) {
        const gaps = items(child({ value: root, at: context.location }, "x-gaps"));
        isUnknown = gaps.some((gap) => text(gap, "id") === "date_time_format");
      },
      Schema(schema, context) {
        const format = child({ value: schema, at: context.location }, "format");
        if (!isUnknown || !/^(iso-)?(date|time|date-time)$/.test(String(format.value))) return;
        context.report({
          message: `The format of dates and times is not known (see the gap "date_time_format"): take out "format: ${format.value}", or the gap once it is known.`,
          location: format.at.key(),
        });
      },
    };
  },
};
