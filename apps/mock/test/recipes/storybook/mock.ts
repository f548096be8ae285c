import { createMswMock, type MswMock } from "@workflow-api/mock/msw";

export const mock: MswMock = await createMswMock({ baseUrl: "https://service.example" });
