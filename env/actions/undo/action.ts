import { z } from "zod";
import { type ActionOutput, defineAction } from "../action.ts";
import { ACTION_COSTS_MS } from "../costs.ts";
import type { OwnCommand } from "../own-commands.ts";
import { putBack } from "./put-back.ts";

export default defineAction({
  name: "undo",
  description:
    "Take back the last command that wrote to the cluster, the newest first: objects that it changed or deleted are as they were before, and those that it made are deleted. Pods that it deleted, data, and what was done inside containers or on nodes do not come back.",
  profiles: { kubectl: false, typed: false, readonly: false, conductor: true },
  mutating: true,
  arguments: { list: z.boolean().default(false).describe("True: only list the commands that can be taken back.") },
  run: async ({ cluster, ownCommands = [] }, { list }) => {
    const last = ownCommands.at(-1);
    if (last === undefined) return { ...output("There is no command to take back."), status: list ? "OK" : "TOOL_ERROR" };
    if (list) return output(listOf(ownCommands).join("\n"));
    const said: string[] = [];
    for (const object of last.objects.toReversed()) said.push(await putBack(cluster, object));
    const left = listOf(ownCommands.slice(0, -1));
    const rest = left.length === 0 ? ["No command is left to take back."] : ["Left to take back:", ...left];
    return { ...output([`Took back: ${last.line}`, ...said.map((line) => `  ${line}`), ...rest].join("\n")), hadEffect: true, undid: true };
  },
});

const output = (content: string): ActionOutput => ({
  status: "OK",
  content: `${content}\n`,
  hadEffect: false,
  costMs: ACTION_COSTS_MS.undo,
});

/** Commands with the newest first, numbered in the order in which they are taken back. */
const listOf = (commands: readonly OwnCommand[]): readonly string[] => commands.toReversed().map(({ line }, i) => `${i + 1}. ${line}`);
