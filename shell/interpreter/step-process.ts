import { BudgetSpentError } from "#core/work-budget.ts";
import { FOR_EVER, type StepProcess } from "../machine/machine.ts";
import { AppletCall, isWait } from "./applet-call.ts";
import { stepShell } from "./step-shell.ts";

/** Does one turn of any process. One whose texts outgrow its memory ends. */
export const stepProcess: StepProcess = (machine, proc) => {
  try {
    step(machine, proc);
  } catch (error) {
    if (!(error instanceof BudgetSpentError)) throw error;
    const { program } = proc;
    machine.write(proc, 2, `${program.kind === "applet" ? program.name : "sh"}: out of memory\n`);
    machine.exit(proc, OUT_OF_MEMORY);
  }
};

/** Status of a program that gets no memory. */
const OUT_OF_MEMORY = 1;

const step: StepProcess = (machine, proc) => {
  const { program } = proc;
  if (program.kind === "shell") return stepShell(machine, proc, program.shell);
  if (program.kind === "native") {
    proc.wait = FOR_EVER;
    return;
  }
  const applet = machine.programs.applet(program.name) ?? machine.programs.unknown;
  const call = new AppletCall(machine, proc, { name: program.name, args: program.args, env: proc.env, state: program.state });
  const result = applet(call);
  if (proc.exit !== undefined || proc.program !== program) return;
  if (!isWait(result)) return machine.exit(proc, result);
  const { signals: _before, ...rest } = program;
  proc.program = { ...rest, state: result.state, ...(result.signals === undefined ? {} : { signals: result.signals }) };
  proc.wait = result.wait;
};
