/** Where the controls are. */
export const controlsPath = "/__mock";

/** Whether a request target is one of the controls. */
export function isControl(target: string): boolean {
  return target.startsWith(controlsPath) && /^(?:[/?]|$)/.test(target.slice(controlsPath.length));
}
