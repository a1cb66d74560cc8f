import { z } from "zod";
import { workloadRuns } from "#kube/checks/fault-checks.ts";
import { objectRef } from "#kube/checks/fault-target.ts";
import { isPodReady, podsOf, readWorkload, type Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { type RollOut, rollOut, rollOutSchema } from "#kube/verbs/roll-out.ts";
import { describedAs, describePods, literal } from "./evidence.ts";
import { imageAccepts, imageRejects } from "./image-attempts.ts";
import { checkImage, putImageBack } from "./image-of-chart.ts";
import { defineInjector, type Injector } from "./injector.ts";

/** A workload, its container, and the image that there is none of. */
export interface ImageParams {
  readonly target: string;
  readonly container: string;
  readonly image: string;
  readonly rollout: RollOut;
}

/** Schemas of the parameters that all faults of an image have. */
export const imageParams = {
  target: objectRef("deployment", "statefulset"),
  container: z.string().min(1),
  image: z.string().min(1),
  rollout: rollOutSchema,
} as const;

/** The parts of a fault that are particular to whose image is wrong. */
export interface ImageFault<P extends ImageParams>
  extends Pick<
    Injector<P>,
    "id" | "version" | "title" | "layer" | "correlates" | "words" | "params" | "twins" | "targets" | "sample" | "isLatent"
  > {
  /** Trials of what the workload is there for; missing: none. */
  readonly trials?: (...of: Parameters<Injector<P>["oracle"]>) => ReturnType<Injector<P>["oracle"]>["trials"];
}

/** Creates the fault that a workload's image is in no registry. */
export const defineImageFault = <P extends ImageParams>({ trials = () => [], ...fault }: ImageFault<P>): Injector<P> =>
  defineInjector<P>({
    ...fault,
    catalogueType: "image-reference",
    scope: "namespace",
    family: "image",
    needs: [],
    inject: async (cluster, { target, container, image, rollout }, { namespace }) =>
      await rollOut(
        cluster,
        { namespace, target, way: rollout },
        { spec: { template: { spec: { containers: [{ name: container, image }] } } } },
      ),
    truth: ({ target }) => [{ resource: target, faultType: fault.id, catalogueType: "image-reference" }],
    oracle: (params, baseline) => ({
      checks: [checkImage(params, baseline), workloadRuns(baseline, params.target)],
      trials: trials(params, baseline),
    }),
    solve: putImageBack,
    accepts: imageAccepts,
    rejects: imageRejects,
    evidence: ({ target, image }, place) => [
      {
        look: describePods(place, target),
        shows: [describedAs(target), `(Failed to pull|Back-off pulling) image "${literal(image)}"`],
        says: `pods of ${target} cannot pull ${image}`,
      },
    ],
    symptoms: (params, { namespace }) => [{ name: "image-pull-fails", isSeen: (view) => isPullFailing(view, namespace, params) }],
  });

const isPullFailing = async (view: ClusterView, namespace: string, { target, rollout }: ImageParams): Promise<boolean> => {
  const workload = await readWorkload(view, namespace, target);
  if (workload === undefined) return false;
  const pods = await podsOf(view, workload);
  const reasons = pods.flatMap(({ status }) => status?.containerStatuses ?? []).map(({ state }) => state?.waiting?.reason);
  return (
    pods.some(isPodReady) === (rollout === "rolling") &&
    reasons.some((reason) => reason === "ErrImagePull" || reason === "ImagePullBackOff")
  );
};

/** Facts of a workload whose first container's image is to be wrong. */
export const imageFacts = ({ spec }: Workload): { readonly container: string; readonly image: string } => {
  const [container] = spec.template.spec.containers;
  return { container: container?.name ?? "", image: container?.image ?? "" };
};

/** The parts of an image's name. */
export const splitImage = (image: string): { readonly repository: string; readonly tag: string } => {
  const bare = image.replace(/@.*$/, "");
  const colon = bare.lastIndexOf(":");
  return colon > bare.lastIndexOf("/")
    ? { repository: bare.slice(0, colon), tag: bare.slice(colon + 1) }
    : { repository: bare, tag: "latest" };
};
