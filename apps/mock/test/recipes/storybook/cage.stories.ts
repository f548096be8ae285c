import { renderCage } from "./cage.ts";
import { mock } from "./mock.ts";

export default { title: "Cage", render: (): unknown => renderCage() };

export const Full = {};

export const SignedOut = {
  beforeEach(): void {
    mock.controls.setSequence("getVariablesCage", ["unauthorized"], { repeat: true });
  },
};

export const Offline = {
  beforeEach(): void {
    mock.controls.setBehaviour({ fail: "100%:drop" });
  },
};
