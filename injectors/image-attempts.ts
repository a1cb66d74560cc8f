import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, patchContainer, rollBack, scaleDown } from "#kube/checks/attempts.ts";
import { type ChangedImage, runOtherImage, writeImageOtherwise } from "./image-of-chart.ts";

/** Repairs of a wrong image beyond the expert's. */
export const imageAccepts = (params: ChangedImage, baseline: Baseline): readonly Attempt[] => [
  rollBack(params.target),
  createAnew(baseline, params.target),
  writeImageOtherwise(params, baseline),
];

/** Attempts that leave the image as it is, or take another's. */
export const imageRejects = (params: ChangedImage, baseline: Baseline): readonly Attempt[] => [
  scaleDown(params.target),
  deleteObjectOf(params.target),
  { name: "forbid pulling", calls: [patchContainer(params.target, params.container, { imagePullPolicy: "Never" })] },
  ...runOtherImage(params, baseline),
];
