import type { Rng } from "#core/rng.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { withTag } from "../build-twins.ts";

/** A Deployment beside one of the application's, with its labels and one more, and another build of its program. */
export interface Canary {
  /** Name of the Deployment that it is like. */
  readonly name: string;
  readonly replicas: number;
  /** Label that its pods have besides. */
  readonly key: string;
  readonly value: string;
  readonly tag: string;
}

/** Creates a canary of a Deployment: the Service of that one selects its pods, too. */
export const canaryOf = (model: Deployment, { name, replicas, key, value, tag }: Canary): Deployment => {
  const { metadata: _others, ...template } = withContainer(model.spec.template, ({ image = "" }) => ({ image: withTag(image, tag) }));
  const labels = { ...model.spec.template.metadata?.labels, [key]: value };
  const { namespace } = model.metadata;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, ...(namespace !== undefined && { namespace }), labels: { ...model.metadata.labels, [key]: value } },
    spec: {
      replicas,
      selector: { matchLabels: { ...model.spec.selector?.matchLabels, [key]: value } },
      template: { ...template, metadata: { labels } },
    },
  };
};

/** Draws the name of a canary of a Deployment. */
export const canaryName = (rng: Rng, of: string): string => `${of}-${rng.pick(ENDINGS)}`;

const ENDINGS: readonly string[] = [
  ..."alpha alt b beta blue bis candidate canary edge exp fresh green head next new preview rc second shadow spare trial two v2 v-next".split(
    " ",
  ),
];

/** Draws a label that tells releases of one program apart, under a key that its pods do not have yet. */
export const drawTrack = (rng: Rng, taken: readonly string[]): { readonly key: string; readonly value: string } => {
  const [key, value] = rng.pick(TRACKS.filter(([name]) => !taken.includes(name)));
  return { key, value };
};

/** Labels by which people tell releases of one program apart. */
const TRACKS: readonly (readonly [key: string, value: string])[] = [
  ["track", "canary"],
  ["track", "preview"],
  ["release", "next"],
  ["release", "candidate"],
  ["rollout-group", "b"],
  ["variant", "b"],
];
