import type { AppletCall } from "../interpreter/applet-call.ts";

/** Does something to each path; gives 1 when any failed. */
export const each = (call: AppletCall, paths: readonly string[], act: (path: string) => string | undefined): number => {
  let status = 0;
  for (const path of paths) {
    const problem = act(path);
    if (problem === undefined) continue;
    call.err(`${call.name}: ${problem}\n`);
    status = 1;
  }
  return status;
};
