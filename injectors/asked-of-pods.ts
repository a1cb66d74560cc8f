import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { LabelSelector } from "#kube/types/meta.ts";
import type { WebhookRule } from "#kube/types/webhooks.ts";

/** True for a rule by which a webhook is asked of new pods. */
export const isAboutPods = ({ operations = [], apiGroups = [], resources = [], scope }: WebhookRule): boolean =>
  scope !== "Cluster" &&
  ["*", "CREATE"].some((operation) => operations.includes(operation)) &&
  ["*", ""].some((group) => apiGroups.includes(group)) &&
  ["*", "*/*", "pods", "pods/*"].some((resource) => resources.includes(resource));

/** True where a selector of a webhook selects labels: one that is missing or empty selects everything. */
export const selects = (selector: LabelSelector | undefined, labels: Readonly<Record<string, string>> | undefined): boolean =>
  selector === undefined || matchesLabelSelector(selector, labels);
