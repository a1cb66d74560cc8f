import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, patchContainer } from "#kube/checks/attempts.ts";
import { baselineWorkload, containerOf, workloadCondition } from "#kube/checks/fault-checks.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import type { Check } from "#kube/checks/oracle.ts";
import { formatImageReference, isSameImage, parseImageReference } from "#kube/objects/image-reference.ts";
import { lookAtRevisions } from "./look-at-revisions.ts";

/** A container of a workload, whose image a fault has changed. */
export interface ChangedImage {
  readonly target: string;
  readonly container: string;
}

/** Check that the container has the chart's image, however its reference is written. */
export const checkImage = ({ target, container }: ChangedImage, baseline: Baseline): Check => {
  const image = imageOfChart({ target, container }, baseline);
  return workloadCondition({ name: "image-of-the-chart", baseline, target }, (workload) => {
    const present = containerOf(workload, container)?.image;
    const held = isSameImage(present, image);
    return { held, evidence: `${container} of ${target} has the image ${present ?? "none"}${held ? "" : ` instead of ${image}`}` };
  });
};

/** Lists the ways in which the expert puts the image back, which it sees in the revisions. */
export const putImageBack = ({ target, container }: ChangedImage, baseline: Baseline): readonly (readonly ToolCall[])[] => {
  const image = imageOfChart({ target, container }, baseline);
  const look = lookAtRevisions(target, ".containers[*].image");
  return [
    [look, kubectl(`set image ${target} ${container}=${image}`)],
    [look, patchContainer(target, container, { image })],
  ];
};

/** Attempt that writes the chart's image in full, or as short as it can be. */
export const writeImageOtherwise = ({ target, container }: ChangedImage, baseline: Baseline): Attempt => ({
  name: "write the image's reference in full, or as short as it can be",
  calls: [kubectl(`set image ${target} ${container}=${inOtherWords(imageOfChart({ target, container }, baseline))}`)],
});

/** Attempt that runs the image of another component; none where all have the same. */
export const runOtherImage = ({ target, container }: ChangedImage, baseline: Baseline): readonly Attempt[] => {
  const image = imageOfChart({ target, container }, baseline);
  const images = baseline.app.components.map(
    (component) => baselineWorkload(baseline, workloadTarget(component)).spec.template.spec.containers[0]?.image,
  );
  const other = images.find((candidate) => candidate !== undefined && !isSameImage(candidate, image));
  return other === undefined
    ? []
    : [{ name: "run another component's image", calls: [kubectl(`set image ${target} ${container}=${other}`)] }];
};

const imageOfChart = ({ target, container }: ChangedImage, baseline: Baseline): string =>
  containerOf(baselineWorkload(baseline, target), container)?.image ?? "";

/** Another spelling of the same reference; the same one where there is no other. */
const inOtherWords = (image: string): string => {
  const reference = parseImageReference(image);
  const full = reference === undefined ? image : formatImageReference(reference);
  return full === image ? image.replace(/:latest$/, "") : full;
};
