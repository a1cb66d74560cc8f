import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable } from "../flags.ts";
import { namedObject, podToAttach } from "../pod-to-attach.ts";
import { notAvailable } from "../refused-commands.ts";
import type { Session } from "../session.ts";

/** `kubectl attach`: what is wrong with the words is told, and the rest refused. */
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
