import { DrillError } from "#core/drill-error.ts";
import { runKubectl } from "#kubectl/run-kubectl.ts";
import { connectionText } from "./connection-text.ts";
import { createMachine } from "./node-machine.ts";
import { openCluster } from "./open-cluster.ts";

/** Runs kubectl as a program on this machine: output is printed as it comes, and the exit status is returned. */
const runProgram = async (words: readonly string[]): Promise<number> => {
  const machine = createMachine();
  let close: (() => Promise<void>) | undefined;
  try {
    const result = await runKubectl(
      {
        machine,
        stdin: () => machine.readFile("/dev/stdin"),
        timeoutMs: Number.POSITIVE_INFINITY,
        onOutput: (stream, text) => void process[stream].write(text),
        open: async (args) => {
          const opened = await openCluster(args, machine);
          close = opened.close;
          return opened;
        },
      },
      words,
    );
    return result.exitCode;
  } catch (error) {
    const text = error instanceof DrillError ? connectionText(error) : undefined;
    if (text === undefined) throw error;
    process.stderr.write(`${text}\n`);
    return 1;
  } finally {
    await close?.();
  }
};

export default runProgram;
