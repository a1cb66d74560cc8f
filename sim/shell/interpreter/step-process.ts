import { findApplet } from "../applets/applets.ts";
import { FOR_EVER, type StepProcess } from "../machine/machine.ts";
import { AppletCall, isWait } from "./applet-call.ts";
import { stepShell } from "./step-shell.ts";

/** One turn of any process of a container. */
export const stepProcess: StepProcess = (machine, proc) => {
  const { program } = proc;
  if (program.kind === "shell") return stepShell(machine, proc, program.shell);
  if (program.kind === "native") {
    proc.wait = FOR_EVER;
    return;
  }
  const applet = findApplet(program.name);
  const call = new AppletCall(machine, proc, { name: program.name, args: program.args, env: proc.env, state: program.state });
  if (applet === undefined) {
    const [port] = machine.process.ports;
    const name = program.name.slice(program.name.lastIndexOf("/") + 1);
    // A server that is started a second time finds its port taken.
    call.err(port === undefined ? `${name}: applet not found\n` : `${name}: listen tcp :${port.port}: bind: address already in use\n`);
    return machine.exit(proc, port === undefined ? 127 : 1);
  }
  const result = applet(call);
  if (proc.exit !== undefined || proc.program !== program) return;
  if (!isWait(result)) return machine.exit(proc, result);
  const { signals: _before, ...rest } = program;
  proc.program = { ...rest, state: result.state, ...(result.signals === undefined ? {} : { signals: result.signals }) };
  proc.wait = result.wait;
};
