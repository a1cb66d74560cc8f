import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable } from "../flags.ts";

/** `kubectl plugin list`: there are none. */
export const pluginListCommand: Command = defineCommand({
  path: "plugin list",
  usage: "",
  flags: flagTable("name-only bool"),
  run: async () => {
    throw new CommandFailure("unable to find any kubectl plugins in your PATH");
  },
});
