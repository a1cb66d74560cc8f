import { printLines } from "../process-output.ts";
import { NEXT, type Program, type Step, type StepContext } from "../program.ts";
import { runApplet, runScript } from "./shell.ts";

/** Programs of busybox are named with this and the applet. */
export const BUSYBOX_PREFIX = "busybox/";

/** An applet as the first process of a container: shells run their script, the others their one command. */
export const findApplet = (name: string): Program => (SHELLS.has(name) ? SHELL : createApplet());

const SHELLS = new Set(["sh", "ash", "bash"]);

/** busybox handles no signal as process 1: it lives until it is killed. */
const FRAME = { memory: { startMiB: 0.5, idleMiB: 1 }, bootMs: 0, onTerm: "ignored" } as const;

const createApplet = (): Program => APPLET;

const runOnce: Step = (context) => {
  const { world, process, state } = context;
  if (state === ENDED) return { kind: "exit", exitCode: 0 };
  const result = runApplet(context, process.start.words ?? [], "", process.start.env);
  if (result.stdout !== undefined && result.stdout !== "") printLines(world, process, result.stdout.replace(/\n$/, "").split("\n"));
  if (result.stderr !== undefined && result.stderr !== "")
    printLines(world, process, result.stderr.replace(/\n$/, "").split("\n"), "stderr");
  if (result.runsForever === true) return NEXT;
  if (result.waitMs !== undefined && result.waitMs > 0 && result.status === 0)
    return { kind: "again", afterMs: result.waitMs, state: ENDED };
  return { kind: "exit", exitCode: result.status };
};

const ENDED = "ended";

/** `sh -c script`; a shell without a script and without a terminal reads the end of its input and is done. */
const scriptOf = ({ process }: StepContext): string => {
  const words = process.start.words ?? [];
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  if (flag >= 0) return words[flag + 1] ?? "";
  const file = words.slice(1).find((word) => !word.startsWith("-"));
  return file === undefined ? "" : (process.start.files[file] ?? `${file}`);
};

const APPLET: Program = { ...FRAME, steps: [runOnce] };
const SHELL: Program = { ...FRAME, steps: [runScript(scriptOf)] };
