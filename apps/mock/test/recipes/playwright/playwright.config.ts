import type { PlaywrightTestConfig } from "@playwright/test";

const config: PlaywrightTestConfig = {
  use: { baseURL: "http://localhost:5173" },
  webServer: [
    { command: "npx workflow-api-mock --port 4010", url: "http://127.0.0.1:4010/__mock/health" },
    // and the server of the application, which calls http://127.0.0.1:4010
  ],
};
export default config;
