import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { notAvailable } from "../command-line/refused-commands.ts";
import { CommandFailure } from "../session/errors.ts";
import { namedObject, podToAttach } from "../session/pod-to-attach.ts";
import type { Session } from "../session/session.ts";

/** `kubectl attach`: reports wrong arguments, and refuses the rest. */
export const attachCommand: Command = defineCommand({
  path: "attach",
  usage: "(POD | TYPE/NAME) -c CONTAINER",
  flags: flagTable("container,c string", "stdin,i bool", "tty,t bool", "quiet,q bool", "pod-running-timeout duration"),
  run: async (session) => {
    const pod = await podToAttach(session, await targetOf(session));
    const phase = pod.status?.phase;
    if (phase === "Succeeded" || phase === "Failed")
      throw new CommandFailure(`cannot attach a container in a completed pod; current phase is ${phase}`);
    throw notAvailable("attach");
  },
});

const targetOf = (session: Session): ReturnType<typeof namedObject> => {
  const { words } = session.args;
  const [first, second] = words;
  if (first === undefined) throw new CommandFailure("at least 1 argument is required for attach");
  if (words.length > 2)
    throw new CommandFailure(`expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ${words.length}: [${words.join(" ")}]`);
  return second === undefined ? namedObject(session, first) : namedObject(session, second, first);
};
