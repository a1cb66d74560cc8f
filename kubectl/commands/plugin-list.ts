import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { CommandFailure } from "../session/errors.ts";

/** `kubectl plugin list`: finds none. */
export const pluginListCommand: Command = defineCommand({
  path: "plugin list",
  usage: "",
  flags: flagTable("name-only bool"),
  run: async () => {
    throw new CommandFailure("unable to find any kubectl plugins in your PATH");
  },
});
