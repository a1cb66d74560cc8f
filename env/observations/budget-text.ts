import { humanDuration } from "#kube/table/human-duration.ts";
import type { ViewContext } from "./view.ts";

/** Renders the remaining budget in one line. */
export const budgetText = ({ stepIndex, stepsLeft, virtualMs, virtualMsLeft }: ViewContext): string =>
  `Step ${stepIndex} done, ${stepsLeft} left; ${humanDuration(virtualMs)} passed, ${humanDuration(virtualMsLeft)} left.`;
