import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { notAvailable } from "../command-line/refused-commands.ts";
import { CommandFailure } from "../session/errors.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"];

/** `kubectl completion`: refused if its arguments are right. */
export const completionCommand: Command = defineCommand({
  path: "completion",
  usage: "SHELL",
  flags: flagTable(),
  run: async ({ args: { words } }) => {
    const [shell, ...more] = words;
    const problem =
      shell === undefined
        ? "Shell not specified."
        : more.length > 0
          ? "Too many arguments. Expected only the shell type."
          : SHELLS.includes(shell)
            ? undefined
            : `Unsupported shell type ${JSON.stringify(shell)}.`;
    if (problem !== undefined) throw new CommandFailure(`${problem}\nSee 'kubectl completion -h' for help and examples`);
    throw notAvailable("completion");
  },
});
