import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { ALL_AND_SELECTOR, NO_SUCH_RESOURCES, refuseLocalOnServer, SET_FLAGS } from "../command-line/set-flags.ts";
import { splitPairs } from "../command-line/split-pairs.ts";
import { changeEach } from "../generate/change-pod-spec.ts";
import { mapContainers } from "../generate/pod-spec.ts";
import { CommandFailure, throwAll } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

/** `kubectl set image`. */
export const setImageCommand: Command = defineCommand({
  path: "set image",
  usage: "(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N",
  flags: flagTable(...SET_FLAGS, RECORD_FLAG),
  run: async (session) => {
    const { resources, pairs } = splitPairs(session.args.words, "image");
    const images = imagesOf(pairs);
    const items = await objectsOfArguments(session, { words: resources, isTyped: true });
    checkImages(session, resources, images);
    await changeEach(session, items, {
      done: "image updated",
      failure: "failed to patch image update to pod template: ",
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

const imagesOf = (pairs: readonly string[]): readonly (readonly [name: string, image: string])[] => {
  const wrong = pairs.filter((pair) => !pair.includes("="));
  if (wrong.length > 0) throw new CommandFailure(`invalid image format: ${wrong.join(", ")}`);
  return [...new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const))];
};

/** Validates the images only after the objects were found, as the real program does. */
const checkImages = (session: Session, resources: readonly string[], images: ReturnType<typeof imagesOf>): void => {
  const { args } = session;
  const problems: string[] = [];
  if (args.on("all") && args.text("selector")) problems.push(ALL_AND_SELECTOR);
  if (resources.length === 0 && !args.has("filename")) problems.push(NO_SUCH_RESOURCES);
  if (images.length === 0) problems.push("at least one image update is required");
  if (images.length > 1 && images.some(([name]) => name === "*"))
    problems.push("all containers are already specified by *, but saw more than one container_name=container_image pairs");
  throwAll(problems.map((problem) => new CommandFailure(problem)));
  refuseLocalOnServer(session);
};
