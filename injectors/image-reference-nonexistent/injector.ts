import { z } from "zod";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { drawRollOut, rollOutsOf } from "#kube/verbs/roll-out.ts";
import { defineImageFault, type ImageParams, imageFacts, imageParams, splitImage } from "../image-fault.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineImageFault<ImageParams>({
  id: "image-reference-nonexistent",
  version: 2,
  title: "A workload names an image that does not exist",
  layer: "container",
  correlates: true,
  words,
  twins,
  params: z.object(imageParams),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    return {
      targets: workloads.map(({ target, workload, component }) => ({
        resource: target,
        visible: component.userShare > 0,
        facts: { ...imageFacts(workload), rollOuts: rollOutsOf(workload) },
      })),
      excluded: operated,
    };
  },
  sample: (rng, { resource, facts }) => {
    const { repository, tag } = splitImage(`${facts["image"]}`);
    const image = rng.pick([
      `${repository}:${misspell(tag)}`,
      `${repository}:${tag}-rc${rng.int(1, 4)}`,
      `${repository}:release-${rng.int(2, 9)}.${rng.int(0, 9)}`,
      `${repository}-service:${tag}`,
      `${repository}@sha256:${Array.from({ length: 8 }, () => rng.uint32().toString(16).padStart(8, "0")).join("")}`,
    ]);
    return { target: resource, container: `${facts["container"]}`, image, rollout: drawRollOut(rng, facts) };
  },
  isLatent: ({ rollout }) => rollout === "rolling",
});

/** Two letters swapped, as a hurried hand does. */
const misspell = (tag: string): string =>
  tag.length < 3
    ? `${tag}1`
    : `${tag.slice(0, -2)}${tag.at(-1)}${tag.at(-2)}` === tag
      ? `${tag}x`
      : `${tag.slice(0, -2)}${tag.at(-1)}${tag.at(-2)}`;
