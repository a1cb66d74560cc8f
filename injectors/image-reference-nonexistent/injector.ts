import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { baselineWorkload, containerOf, workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import { isSameImage } from "#kube/objects/image-reference.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { drawRollOut, type RollOut, rollOut, rollOutSchema, rollOutsOf } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly target: string;
  readonly container: string;
  readonly image: string;
  readonly rollout: RollOut;
}

export default defineInjector<Params>({
  id: "image-reference-nonexistent",
  version: 2,
  title: "A workload names an image that does not exist",
  catalogueType: "image-reference",
  layer: "container",
  scope: "namespace",
  family: "image",
  correlates: true,
  needs: [],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    image: z.string().min(1),
    rollout: rollOutSchema,
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    return {
      targets: workloads.map(({ target, workload, component }) => {
        const [container] = workload.spec.template.spec.containers;
        return {
          resource: target,
          visible: component.userShare > 0,
          facts: { container: container?.name ?? "", image: container?.image ?? "", rollOuts: rollOutsOf(workload) },
        };
      }),
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
  inject: async (cluster, { target, container, image, rollout }, { namespace }) =>
    await rollOut(
      cluster,
      { namespace, target, way: rollout },
      { spec: { template: { spec: { containers: [{ name: container, image }] } } } },
    ),
  truth: ({ target }) => [{ resource: target, faultType: "image-reference-nonexistent", catalogueType: "image-reference" }],
  oracle: ({ target, container }, baseline) => {
    const image = containerOf(baselineWorkload(baseline, target), container)?.image ?? "";
    return {
      checks: [
        workloadCondition({ name: "image-of-the-chart", baseline, target }, (workload) => {
          const present = containerOf(workload, container)?.image;
          const held = isSameImage(present, image);
          return { held, evidence: `${container} of ${target} has the image ${present ?? "none"}${held ? "" : ` instead of ${image}`}` };
        }),
        workloadRuns(baseline, target),
      ],
      trials: [],
    };
  },
  solve: ({ target, container }, baseline) => {
    const image = containerOf(baselineWorkload(baseline, target), container)?.image ?? "";
    const patch = JSON.stringify({ spec: { template: { spec: { containers: [{ name: container, image }] } } } });
    const look = lookAtRevisions(target, ".containers[*].image");
    return [
      [look, kubectl(`set image ${target} ${container}=${image}`)],
      [look, kubectl(`patch ${target} -p '${patch}'`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ target, image }, place) => [
    {
      look: describePods(place, target),
      shows: [describedAs(target), `(Failed to pull|Back-off pulling) image "${literal(image)}"`],
      says: `pods of ${target} cannot pull ${image}`,
    },
  ],
  symptoms: (params, { namespace }) => [{ name: "image-pull-fails", isSeen: (view) => isPullFailing(view, namespace, params) }],
});

const isPullFailing = async (view: ClusterView, namespace: string, { target, rollout }: Params): Promise<boolean> => {
  const workload = await readWorkload(view, namespace, target);
  if (workload === undefined) return false;
  const pods = await podsOf(view, workload);
  const reasons = pods.flatMap(({ status }) => status?.containerStatuses ?? []).map(({ state }) => state?.waiting?.reason);
  return (
    pods.some(isPodReady) === (rollout === "rolling") &&
    reasons.some((reason) => reason === "ErrImagePull" || reason === "ImagePullBackOff")
  );
};

const splitImage = (image: string): { readonly repository: string; readonly tag: string } => {
  const bare = image.replace(/@.*$/, "");
  const colon = bare.lastIndexOf(":");
  return colon > bare.lastIndexOf("/")
    ? { repository: bare.slice(0, colon), tag: bare.slice(colon + 1) }
    : { repository: bare, tag: "latest" };
};

/** Two letters swapped, as a hurried hand does. */
const misspell = (tag: string): string =>
  tag.length < 3
    ? `${tag}1`
    : `${tag.slice(0, -2)}${tag.at(-1)}${tag.at(-2)}` === tag
      ? `${tag}x`
      : `${tag.slice(0, -2)}${tag.at(-1)}${tag.at(-2)}`;
