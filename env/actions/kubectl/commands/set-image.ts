import { changePodSpecs, splitPairs } from "../change-pod-spec.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandFailure } from "../errors.ts";
import { flagTable, TEMPLATE_FLAGS } from "../flags.ts";
import { mapContainers } from "../pod-spec.ts";

/** `kubectl set image`. */
export const setImageCommand: Command = defineCommand({
  path: "set image",
  usage: "(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N",
  flags: flagTable(
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
    const { resources, pairs } = splitPairs(session.args.words);
    if (session.args.on("all") && session.args.has("selector"))
      throw new CommandFailure("cannot set --all and --selector at the same time");
    if (resources.length === 0 && !session.args.has("filename"))
      throw new CommandFailure("one or more resources must be specified as <resource> <name> or <resource>/<name>");
    if (pairs.length === 0) throw new CommandFailure("at least one image update is required");
    const images = pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
    if (images.length > 1 && images.some(([name]) => name === "*")) {
      throw new CommandFailure("all containers are already specified by *, but saw more than one container_name=container_image pairs");
    }
    await changePodSpecs(session, resources, {
      done: "image updated",
      failure: "failed to patch image update to pod template",
      change: (spec, _object, failures) => {
        let changed = spec;
        for (const [name, image] of images) {
          const all = [...spec.containers, ...(spec.initContainers ?? [])];
          if (name !== "*" && !all.some((container) => container.name === name))
            failures.push(new CommandFailure(`error: unable to find container named ${JSON.stringify(name)}`));
          changed = mapContainers(changed, (container) => (name === "*" || container.name === name ? { ...container, image } : container));
        }
        return changed;
      },
    });
  },
});
