import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, patchContainer, rollBack, scaleDown } from "#kube/checks/attempts.ts";
import { baselineWorkload, containerOf } from "#kube/checks/fault-checks.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { formatImageReference, isSameImage, parseImageReference } from "#kube/objects/image-reference.ts";

interface Params {
  readonly target: string;
  readonly container: string;
}

export const accepts = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => [
  rollBack(target),
  createAnew(baseline, target),
  {
    name: "write the image's reference in full, or as short as it can be",
    calls: [kubectl(`set image ${target} ${container}=${inOtherWords(imageOf(baseline, { target, container }))}`)],
  },
];

export const rejects = ({ target, container }: Params, baseline: Baseline): readonly Attempt[] => {
  const image = imageOf(baseline, { target, container });
  const images = baseline.app.components.map(
    (component) => baselineWorkload(baseline, workloadTarget(component)).spec.template.spec.containers[0]?.image,
  );
  const other = images.find((candidate) => candidate !== undefined && !isSameImage(candidate, image));
  return [
    scaleDown(target),
    deleteObjectOf(target),
    { name: "forbid pulling", calls: [patchContainer(target, container, { imagePullPolicy: "Never" })] },
    ...(other === undefined
      ? []
      : [{ name: "run another component's image", calls: [kubectl(`set image ${target} ${container}=${other}`)] }]),
  ];
};

const imageOf = (baseline: Baseline, { target, container }: Params): string =>
  containerOf(baselineWorkload(baseline, target), container)?.image ?? "";

/** Another spelling of the same reference; the same one where there is no other. */
const inOtherWords = (image: string): string => {
  const reference = parseImageReference(image);
  const full = reference === undefined ? image : formatImageReference(reference);
  return full === image ? image.replace(/:latest$/, "") : full;
};
