import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { editObjects } from "../edit/edit-objects.ts";
import { CommandFailure } from "../session/errors.ts";

/** `kubectl edit`: with the editor of this machine, if there is one. */
export const editCommand: Command = defineCommand({
  path: "edit",
  usage: "(RESOURCE/NAME | -f FILENAME)",
  flags: flagTable(
    ...FILE_FLAGS,
    "output,o string",
    "output-patch bool",
    "save-config bool",
    "subresource string",
    "validate string=strict",
    "field-manager string",
    "windows-line-endings bool",
    ...TEMPLATE_FLAGS,
    RECORD_FLAG,
  ),
  run: async (session) => {
    const { machine } = session;
    if (machine === undefined)
      throw new CommandFailure(`kubectl edit is not available here: there is no editor; ${adviceFor(session.args.words.join(" "))}`);
    const found = await objectsOfArguments(session, { allowAll: true });
    if (found.length === 0) throw new CommandFailure("edit cancelled, no objects found");
    await editObjects(session, machine, found);
  },
});

const adviceFor = (objects: string): string =>
  `use kubectl patch ${objects} -p '{"spec":{…}}', kubectl set, or kubectl get ${objects} -o yaml | sed 's/OLD/NEW/' | kubectl apply -f -`;
