import type { AppletCall, AppletResult } from "../interpreter/applet-call.ts";

/** Waits, then says something and ends. */
export const after = (
  call: AppletCall,
  waitMs: number,
  ending: { readonly status: number; readonly stdout?: string; readonly stderr?: string },
): AppletResult => {
  if (waitMs > 0 && call.state === undefined) return call.awaitTime(call.machine.nowMs + Math.ceil(waitMs), "waited");
  if (ending.stdout !== undefined) call.out(ending.stdout);
  if (ending.stderr !== undefined) call.err(ending.stderr);
  return ending.status;
};
