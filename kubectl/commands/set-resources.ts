import { checkQuantity } from "../command-line/check-quantity.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { refuseAllAndSelector, refuseLocalOnServer, SET_FLAGS } from "../command-line/set-flags.ts";
import { changeEach, containerMatches } from "../generate/change-pod-spec.ts";
import { mapContainers } from "../generate/pod-spec.ts";
import { CommandFailure } from "../session/errors.ts";

/** `kubectl set resources`. */
export const setResourcesCommand: Command = defineCommand({
  path: "set resources",
  usage: "(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]",
  flags: flagTable("limits string", "requests string", "containers,c string", ...SET_FLAGS, RECORD_FLAG),
  run: async (session) => {
    const { args } = session;
    const items = await objectsOfArguments(session);
    refuseLocalOnServer(session);
    refuseAllAndSelector(session);
    if (!args.text("limits") && !args.text("requests"))
      throw new CommandFailure("you must specify an update to requests or limits (in the form of --requests/--limits)");
    const limits = parseList(args.text("limits"));
    const requests = parseList(args.text("requests"));
    const selector = args.text("containers") ?? "*";
    await changeEach(session, items, {
      done: "resource requirements updated",
      failure: "failed to patch resources update to pod template ",
      change: (spec, _object, failures) => {
        const all = [...spec.containers, ...(spec.initContainers ?? [])];
        if (!all.some((container) => containerMatches(container.name, selector)))
          failures.push(new CommandFailure(`error: unable to find container named ${selector}`));
        return mapContainers(spec, (container) => {
          if (!containerMatches(container.name, selector)) return container;
          const resources = { ...container.resources };
          const merged = {
            ...resources,
            ...(limits && { limits: { ...resources.limits, ...limits } }),
            ...(requests && { requests: { ...resources.requests, ...requests } }),
          };
          return { ...container, resources: merged };
        });
      },
    });
  },
});

const parseList = (text: string | undefined): Readonly<Record<string, string>> | undefined => {
  if (!text) return undefined;
  const list: Record<string, string> = {};
  for (const part of text.split(",")) {
    const [name, value, ...rest] = part.split("=");
    if (name === undefined || value === undefined || rest.length > 0)
      throw new CommandFailure(`Invalid argument syntax ${part}, expected <resource>=<value>`);
    checkQuantity(value);
    list[name] = value;
  }
  return list;
};
