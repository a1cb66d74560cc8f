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
 * only played where it is pinned, or where the app has no variants.
 * @throws DrillError TASK_UNKNOWN for a variant that is not there
 */
export const taskVariants = (app: LoadedApp, split: SplitDecision["split"], pinned: string | undefined): readonly TaskVariant[] => {
  if (pinned !== undefined) return [toVariant(app, checkedId(app, pinned))];
  const drawn = app.variants.filter(({ isHeldOut }) => isHeldOut === (split !== "train"));
  return drawn.length === 0 ? [toVariant(app, STANDARD)] : drawn.map(({ id }) => toVariant(app, id));
};

const checkedId = ({ record, variants }: LoadedApp, id: string): string => {
  const ids = [STANDARD, ...variants.map((variant) => variant.id)];
  if (ids.includes(id)) return id;
  throw new DrillError("TASK_UNKNOWN", `${record.name} has no variant "${id}"; there are ${ids.join(", ")}`);
};

const toVariant = (app: LoadedApp, id: string): TaskVariant => ({
  id,
  nameOf: (published) => nameIn(app.formOf(id) ?? app, published),
});
