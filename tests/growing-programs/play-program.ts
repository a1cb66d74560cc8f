import { readLine } from "#env/actions/kubectl/line/read-line.ts";
import { runLine } from "#env/actions/kubectl/line/run-line.ts";
import { WORK_UNITS } from "#env/loop/work-of-episode.ts";
import { createWorkMeter } from "#pool/backends/sim/create-work-meter.ts";

/** Cost of a command line, and how it ended. */
export interface PlayedProgram {
  readonly workedMs: number;
  readonly says: string;
}

/** Runs a command line of the shell with the work that one action is granted. */
export const playProgram = async (program: string): Promise<PlayedProgram> => {
  const meter = createWorkMeter(undefined, WORK_UNITS.action);
  const reading = readLine(program);
  const before = process.cpuUsage();
  const says = reading.ok ? await run(reading.line, meter) : reading.problem;
  const { user, system } = process.cpuUsage(before);
  return { workedMs: (user + system) / 1_000, says };
};

type Line = Parameters<typeof runLine>[0];

const run = async (line: Line, meter: ReturnType<typeof createWorkMeter>): Promise<string> => {
  try {
    const { printed } = await runLine(line, {
      kubectl: async () => ({ stdout: "", stderr: "", exitCode: 0, hadEffect: false, waitedTooLong: false }),
      nowMs: () => 0,
      sleep: async () => undefined,
      spendWork: (units) => meter.spend(units),
      stdin: undefined,
    });
    return printed.slice(-LAST_WORDS);
  } catch (cause) {
    return `${cause}`;
  }
};

/** Number of characters of the end of what was printed. */
const LAST_WORDS = 80;
