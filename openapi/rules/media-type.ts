import { child, members } from "./reading/place.ts";
import type { HouseRule, Visit } from "./redocly.ts";

export const mediaType: HouseRule = {
  id: "media-type",
  asks: "The bodies of requests and responses have the media type `application/vnd.api+json` and no other.",
  create: () => ({ Response: check, RequestBody: check }),
};

const jsonApi = "application/vnd.api+json";

const check: Visit = (node, context) => {
  for (const [name, { at }] of members(child({ value: node, at: context.location }, "content"))) {
    if (name === jsonApi) continue;
    context.report({
      message: `The service exchanges JSON:API documents: use ${jsonApi} instead of ${name}. If it does exchange other ones, as a file, turn house/media-type off in redocly.yaml.`,
      location: at.key(),
    });
  }
};
