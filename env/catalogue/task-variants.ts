import { DrillError } from "#core/drill-error.ts";
import { keepFor } from "#core/keep-for.ts";
import { nameIn } from "#kube/app/variants/expand-variant.ts";
import { splitWords, wordsIn } from "#kube/app/variants/published-words.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { SplitDecision } from "#problems/dataset/split-of.ts";
import type { TaskVariant } from "#problems/task.ts";
import type { LoadedApp, LoadedForm } from "./load-apps.ts";

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
  if (pinned !== undefined) return [toVariant(app, pinned, true)];
  const drawn = variants.filter(({ isHeldOut }) => isHeldOut === (split !== "train"));
  return drawn.length === 0 ? [toVariant(app, STANDARD, true)] : drawn.map(({ id }) => toVariant(app, id, false));
};

/** Facts that decide the variants of a task. */
interface VariantChoice {
  readonly split: SplitDecision["split"];
  /** Id that the task names; undefined: the seed draws one. */
  readonly pinned: string | undefined;
  /** Capabilities of the backend. */
  readonly capabilities: readonly string[];
}

/**
 * Leaves the variants in which every pinned parameter can be said.
 *
 * @throws DrillError TASK_UNKNOWN when there is none
 */
export const variantsThatCanSay = (
  variants: readonly TaskVariant[],
  pinned: readonly (readonly [name: string, value: string])[],
): readonly TaskVariant[] => {
  const canSay = ({ translate }: TaskVariant, [, value]: readonly [string, string]): boolean => translate(value) !== undefined;
  const left = variants.filter((variant) => pinned.every((parameter) => canSay(variant, parameter)));
  if (left.length > 0) return left;
  const unsaid = pinned
    .filter((parameter) => !variants.every((variant) => canSay(variant, parameter)))
    .map((parameter) => parameter.join("="));
  throw new DrillError(
    "TASK_UNKNOWN",
    `no variant here has the words of ${unsaid.join(" and ")}, which are of the published form; pin that as well: variant=${STANDARD}`,
  );
};

/** A variant of an app; in one that a task names, values may be written in its own words too. */
const toVariant = (app: LoadedApp, id: string, isNamed: boolean): TaskVariant => {
  const form = app.formOf(id) ?? app;
  return {
    id,
    nameOf: (published) => nameIn(form, published),
    translate: (published) => {
      if (form.names[published] !== undefined) return nameIn(form, published);
      return isNamed || splitWords(published).every((word) => !wordsOf(app).has(word) || wordsOf(form).has(word)) ? published : undefined;
    },
  };
};

const wordsOf = keepFor(({ manifests }: LoadedForm) => wordsIn(manifests));
