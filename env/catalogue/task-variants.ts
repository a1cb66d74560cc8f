import { DrillError } from "#core/drill-error.ts";
import { nameIn } from "#kube/app/variants/expand-variant.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { SplitDecision } from "#problems/dataset/split-of.ts";
import type { TaskVariant } from "#problems/task.ts";
import type { LoadedApp } from "./load-apps.ts";

/**
 * Lists the variants of an app that a task may be played in: the pinned one, else those of the task's split.
 *
 * Tasks of train never see the variants that are held out; those of eval and holdout see no others. The published form is
 * only played where it is pinned, or where there are no variants: in the chart, or on the backend.
 * @throws DrillError TASK_UNKNOWN for a variant that is not there
 */
export const taskVariants = (app: LoadedApp, { split, pinned, capabilities }: VariantChoice): readonly TaskVariant[] => {
  const variants = capabilities.includes("variants") ? app.variants : [];
  const ids = [STANDARD, ...variants.map(({ id }) => id)];
  if (pinned !== undefined && !ids.includes(pinned))
    throw new DrillError("TASK_UNKNOWN", `${app.record.name} has no variant "${pinned}" here; there are ${ids.join(", ")}`);
  if (pinned !== undefined) return [toVariant(app, pinned)];
  const drawn = variants.filter(({ isHeldOut }) => isHeldOut === (split !== "train"));
  return drawn.length === 0 ? [toVariant(app, STANDARD)] : drawn.map(({ id }) => toVariant(app, id));
};

/** Facts that decide the variants of a task. */
interface VariantChoice {
  readonly split: SplitDecision["split"];
  /** Id that the task names; undefined: the seed draws one. */
  readonly pinned: string | undefined;
  /** Capabilities of the backend. */
  readonly capabilities: readonly string[];
}

const toVariant = (app: LoadedApp, id: string): TaskVariant => ({
  id,
  nameOf: (published) => nameIn(app.formOf(id) ?? app, published),
});
