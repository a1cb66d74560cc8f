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
 * only played where it is pinned, or where no slot has a variant of the split.
 * @throws DrillError TASK_UNKNOWN when no slot has such a variant
 */
export const taskVariants = (app: LoadedApp, { split, pinned, there }: VariantChoice): readonly TaskVariant[] => {
  const choice = `there are ${there.join(", ")}`;
  if (pinned !== undefined && !there.includes(pinned))
    throw new DrillError("TASK_UNKNOWN", `${app.record.name} has no variant "${pinned}" here; ${choice}`);
  if (pinned !== undefined) return [toVariant(app, pinned, true)];
  const drawn = app.variants.filter(({ id, isHeldOut }) => there.includes(id) && isHeldOut === (split !== "train"));
  if (drawn.length > 0) return drawn.map(({ id }) => toVariant(app, id, false));
  if (there.includes(STANDARD)) return [toVariant(app, STANDARD, true)];
  throw new DrillError(
    "TASK_UNKNOWN",
    `no slot here has a variant for tasks of ${split}; ${choice}, and a task may pin one: variant=${there[0]}`,
  );
};

/**
 * The published form, for a task whose targets none of its variants has, such as those that are held out: a pair that is listed can be
 * played. Undefined where the task names a variant, or no slot has the published form.
 */
export const spareVariant = (app: LoadedApp, { pinned, there }: Omit<VariantChoice, "split">): TaskVariant | undefined =>
  pinned === undefined && there.includes(STANDARD) ? toVariant(app, STANDARD, true) : undefined;

/** Facts that decide the variants of a task. */
interface VariantChoice {
  readonly split: SplitDecision["split"];
  /** Id that the task names; undefined: the seed draws one. */
  readonly pinned: string | undefined;
  /** Ids of the forms that the backend's slots have. */
  readonly there: readonly string[];
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

/**
 * A variant of an app; in one that a task names, values may be written in its own words too.
 *
 * Its form is expanded when the first name is asked for, since a catalogue lists all variants and a server plays few of them at first.
 */
const toVariant = (app: LoadedApp, id: string, isNamed: boolean): TaskVariant => {
  const formHere = () => app.formOf(id) ?? app;
  return {
    id,
    nameOf: (published) => nameIn(formHere(), published),
    translate: (published) => {
      const form = formHere();
      if (form.names[published] !== undefined) return nameIn(form, published);
      return isNamed || splitWords(published).every((word) => !wordsOf(app).has(word) || wordsOf(form).has(word)) ? published : undefined;
    },
  };
};

const wordsOf = keepFor(({ manifests }: LoadedForm) => wordsIn(manifests));
