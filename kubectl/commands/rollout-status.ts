import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable } from "../command-line/flags.ts";
import { visitArguments } from "../command-line/objects-of-arguments.ts";
import { rolloutState } from "../rollout/rollout-status.ts";
import { CommandFailure } from "../session/errors.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl rollout status`: lets virtual time pass until the rollout is complete. */
export const rolloutStatusCommand: Command = defineCommand({
  path: "rollout status",
  usage: "(TYPE NAME | TYPE/NAME) [flags]",
  flags: flagTable("watch,w bool=true", "timeout duration", "revision int", ...FILE_FLAGS, "selector,l string"),
  run: async (session) => {
    const { args } = session;
    if (args.words.length === 0 && !args.has("filename")) throw new CommandFailure("required resource not specified");
    const revision = args.number("revision") ?? 0;
    if (revision < 0) throw new CommandFailure(`revision must be a positive integer: ${revision}`);
    const count = await visitArguments(session, { allowAll: true, isTyped: true }, ({ row, object, namespace }) =>
      follow(session, resourcePath(row, namespace, object.metadata.name), object),
    );
    if (count === 0) session.note(`No resources found in ${session.namespace} namespace.`);
  },
});

const follow = async (session: Session, path: string, object: Manifest): Promise<void> => {
  const { args } = session;
  const revision = args.number("revision") ?? 0;
  const isWatching = args.has("watch") ? args.on("watch") : true;
  const timeoutMs = args.duration("timeout") || session.timeoutMs;
  let last: string | undefined;
  let failure: string | undefined;
  const report = (current: Manifest): boolean => {
    const state = rolloutState(current, revision);
    if (state.kind === "failed") {
      failure = state.message;
      return true;
    }
    // A line for each change of the object, whether or not it says something new.
    if (current.metadata.resourceVersion !== last) session.line(state.text);
    last = current.metadata.resourceVersion;
    return state.isDone;
  };
  let isDone = report(object);
  if (!isDone && isWatching) {
    const poll = async (): Promise<boolean> => {
      const response = await session.cluster.read({ path });
      if (response.status === 404) failure = "object has been deleted";
      return response.status === 404 || report(response.body as Manifest);
    };
    isDone = await session.cluster.clock.until(poll, { timeoutMs });
  }
  if (failure !== undefined) throw new CommandFailure(failure);
  if (!isDone && isWatching) throw new CommandFailure("timed out waiting for the condition");
};
