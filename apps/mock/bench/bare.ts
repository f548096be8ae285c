import { createServer } from "node:http";
import { contractFile, loadContract } from "@workflow-api/contract";

// Answers whatever comes with the body of one scenario: how fast Node itself is.
const { operations } = await loadContract(contractFile());
const scenario = operations.find(({ method }) => method === "GET")?.defaultScenario;
const body = JSON.stringify(scenario?.response);
const headers = { "content-type": scenario?.mediaType, "content-length": Buffer.byteLength(body) };
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(process.argv[2]),
  "127.0.0.1",
);
