/** Where the controls are. */
export const controlsPath = "/__mock";
