import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { RemoteCommand } from "./api-connection.ts";

/** Runs commands one after the other in one shell. A process for each would cost a real cluster fifty times as much. */
export interface RemoteShell {
  readonly isOpen: boolean;
  /**
   * Runs a command and waits for its end.
   *
   * @param stdin standard input, left open until the end; missing: none
   * @returns undefined if the shell is gone, or if the command timed out, which ends the shell too
   */
  run(command: readonly string[], timeoutMs: number, stdin?: string): Promise<ExecResult | undefined>;
  close(): void;
}

/**
 * Creates a remote shell over a `sh` that was started with its input open.
 * @param folder for outputs while a command runs
 */
export const createRemoteShell = (shell: RemoteCommand, folder = "/tmp"): RemoteShell => {
  let isOpen = true;
  let received = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  const end = (): void => {
    isOpen = false;
    wake();
  };
  shell.output.on("data", (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    wake();
  });
  shell.output.on("close", end);
  void shell.ended.then(end);
  const close = (): void => {
    shell.close();
    end();
  };

  const run: RemoteShell["run"] = async (command, timeoutMs, stdin) => {
    if (!isOpen) return undefined;
    received = Buffer.alloc(0);
    const { promise, resolve } = Promise.withResolvers<ExecResult | undefined>();
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    wake = () => {
      const result = readAnswer(received);
      if (result !== undefined || !isOpen) resolve(result);
    };
    shell.write(renderCall(folder, command, stdin));
    const result = await promise;
    clearTimeout(timer);
    // What comes later would be taken for the next answer.
    if (result === undefined) close();
    return result;
  };
  return {
    get isOpen() {
      return isOpen;
    },
    run,
    close,
  };
};

/**
 * Renders a command that writes its outputs to files, prints a line with its exit code and their lengths, and then the
 * outputs. Its input is a FIFO that the shell itself keeps open.
 */
const renderCall = (folder: string, command: readonly string[], stdin: string | undefined): string => {
  const words = command.map(quote).join(" ");
  const call = (input: string): string => `${words} <${input} >$f.o 2>$f.e`;
  const fed = stdin === undefined ? call("/dev/null") : `mkfifo $f; exec 3<>$f; printf %s ${quote(stdin)} >&3; ${call("$f")} 3<&-`;
  return `f=${folder}/.call$$; ${fed}; c=$?; exec 3<&-; echo $c $(wc -c <$f.o) $(wc -c <$f.e); cat $f.o $f.e; rm -f $f $f.o $f.e\n`;
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const readAnswer = (received: Buffer): ExecResult | undefined => {
  const lineEnd = received.indexOf("\n");
  const [exitCode, stdoutBytes, stderrBytes] = received.subarray(0, Math.max(0, lineEnd)).toString("latin1").split(" ").map(Number);
  if (exitCode === undefined || stdoutBytes === undefined || stderrBytes === undefined) return undefined;
  const body = received.subarray(lineEnd + 1);
  if (body.length < stdoutBytes + stderrBytes) return undefined;
  return {
    exitCode,
    stdout: body.subarray(0, stdoutBytes).toString("utf8"),
    stderr: body.subarray(stdoutBytes, stdoutBytes + stderrBytes).toString("utf8"),
  };
};
