import type { Applet } from "../interpreter/applet-call.ts";
import type { Invocation, ShellContext, ShellResult } from "../invocation.ts";
import { fromBytes, toBytes } from "../machine/bytes.ts";
import { runMongoShell } from "../mongo/mongo-shell.ts";
import { after } from "./network-applets.ts";

/** A client that says all it has to say at once; its input is read where its arguments hold no statement. */
const client =
  (run: (context: ShellContext, invocation: Invocation) => ShellResult, readsInput: (args: readonly string[]) => boolean): Applet =>
  (call) => {
    const finish = (stdin: string) => {
      const context: ShellContext = { world: call.machine.world, process: call.machine.process, env: call.env };
      const { status, stdout, stderr, waitMs } = run(context, { word: call.name, args: call.args.map(fromBytes), stdin: fromBytes(stdin) });
      return after(call, waitMs, { status, stdout: toBytes(stdout), stderr: toBytes(stderr) });
    };
    return readsInput(call.args) ? call.withInput(finish) : finish("");
  };

/** Clients of data stores. */
export const CLIENT_APPLETS: Readonly<Record<string, Applet>> = {
  mongo: client(runMongoShell, (args) => !args.some((arg) => arg === "--eval" || arg.startsWith("--eval=") || arg === "--version")),
};
