// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
// biome-ignore-all format: It is generated.
import { createClient } from "@workflow-api/client";

const api = createClient({
  baseUrl: process.argv[2] ?? "http://127.0.0.1:4010",
  domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
  auth: { apiKey: "any apiKey", apiSecret: "any apiSecret" },
});
const data = await api.getVariablesCage({ id: "cage-text", include: ["author", "client", "values"] });
console.log(JSON.stringify(data, undefined, 2));
