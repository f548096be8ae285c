import { child, members } from "./reading/place.ts";
import type { HouseRule, Visit } from "./redocly.ts";

export const mediaType: HouseRule = {
  id: "media-type",
  asks: "The bodies of requests and responses have the media type `application/vnd.api+json`, or one that `also` lists in `redocly.yaml`.",
  create({ also }) {
    const allowed: readonly unknown[] = [jsonApi, ...(Array.isArray(also) ? also : [])];
    const check = checkFor(allowed);
    return { Response: check, RequestBody: check };
  },
};

const jsonApi = "application/vnd.api+json";

function checkFor(allowed: readonly unknown[]): Visit {
  return (node, context) => {
    for (const [name, { at }] of members(child({ value: node, at: context.location }, "content"))) {
      if (allowed.includes(name)) continue;
      context.report({
        message: `The service exchanges JSON:API documents: use ${jsonApi} instead of ${name}. If it does exchange this one too, add it below rules in redocly.yaml: "house/media-type: { severity: error, also: [${name}] }".`,
        location: at.key(),
      });
    }
  };
}
