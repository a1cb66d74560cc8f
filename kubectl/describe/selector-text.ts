import { formatLabelSelector } from "#kube/objects/label-selector.ts";
import type { LabelSelector } from "#kube/types/meta.ts";

/** Renders a selector as describe does: `app=web,env in (a,b)`, `<none>` when empty. */
export const selectorText = (selector: LabelSelector | undefined): string => {
  if (selector === undefined) return "<none>";
  return formatLabelSelector(selector) || "<none>";
};
