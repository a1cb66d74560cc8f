import { changePodSpecs, containerMatches } from "../change-pod-spec.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable, TEMPLATE_FLAGS } from "../flags.ts";
import { mapContainers } from "../pod-spec.ts";

/** `kubectl set resources`. */
export const setResourcesCommand: Command = defineCommand({
  path: "set resources",
  usage: "(-f FILENAME | TYPE NAME)  ([--limits=LIMITS & --requests=REQUESTS]",
  flags: flagTable(
    "limits string",
    "requests string",
    "containers,c string",
    "filename,f list",
    "selector,l string",
    "all bool",
    "local bool",
    "output,o string",
    "dry-run string=unchanged",
    "field-manager string",
    "recursive,R bool",
    "kustomize,k string",
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    const { args } = session;
    if (!args.has("limits") && !args.has("requests"))
      throw new CommandFailure("you must specify an update to requests or limits (in the form of --requests/--limits)");
    const limits = parseList(args.text("limits"));
    const requests = parseList(args.text("requests"));
    const selector = args.text("containers") ?? "*";
    await changePodSpecs(session, args.words, {
      done: "resource requirements updated",
      failure: "failed to patch resources update to pod template",
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

const QUANTITY = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;

const parseList = (text: string | undefined): Readonly<Record<string, string>> | undefined => {
  if (text === undefined) return undefined;
  const list: Record<string, string> = {};
  for (const part of text.split(",").filter((item) => item !== "")) {
    const [name, value, ...rest] = part.split("=");
    if (!name || value === undefined || rest.length > 0)
      throw new CommandFailure(`Invalid argument syntax ${part}, expected <resource>=<quantity>`);
    if (!QUANTITY.test(value))
      throw new CommandFailure("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    list[name] = value;
  }
  return list;
};
