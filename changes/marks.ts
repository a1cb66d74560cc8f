import type { Rng } from "#core/rng.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { lastAppliedNote } from "./installer.ts";
import type { Operation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";

/** Operations that change what an object says of itself, and nothing of what it does: they suit every kind and cost little. */
export const MARKS: readonly Operation[] = [
  {
    id: "label",
    weight: 4,
    writes: (object, rng, atMs) => [mark(object, atMs, "kubectl-label", { labels: pickNew(LABELS, object.metadata.labels, rng) })],
  },
  {
    id: "annotate",
    weight: 4,
    writes: (object, rng, atMs) => [
      mark(object, atMs, "kubectl-annotate", { annotations: pickNew(NOTES, object.metadata.annotations, rng) }),
    ],
  },
  {
    id: "edit",
    weight: 2,
    writes: (object, rng, atMs) => [
      mark(object, atMs, "kubectl-edit", { annotations: { "example.com/reviewed-at": toTimestamp(atMs - rng.int(0, 600) * 1000) } }),
    ],
  },
  {
    id: "apply-again",
    weight: 2,
    fits: (object) => lastAppliedNote(object) !== undefined,
    writes: (object, rng, atMs) => [
      mark(object, atMs, "kubectl-client-side-apply", {
        annotations: { ...lastAppliedNote(object), "example.com/build": `${rng.int(1200, 9800)}` },
      }),
    ],
  },
  {
    id: "upgrade-release",
    weight: 2,
    fits: ({ metadata }) => metadata.labels?.["app.kubernetes.io/managed-by"] === "Helm",
    writes: (object, rng, atMs) => [
      mark(object, atMs, "helm", { labels: { "helm.sh/chart": `${object.metadata.namespace}-0.${rng.int(3, 9)}.${rng.int(0, 12)}` } }),
    ],
  },
  {
    id: "reconcile",
    weight: 2,
    writes: (object, rng, atMs) => [
      mark(object, atMs, rng.pick(["argocd-controller", "kustomize-controller"]), {
        annotations: { "example.com/synced-revision": rng.uint32().toString(16).padStart(8, "0") },
      }),
    ],
  },
];

/** The marks that leave a new entry, whatever was there before. */
export const NEW_MARKS: readonly Operation[] = MARKS.filter(({ id }) => id === "label" || id === "annotate");

/**
 * Changes the value of an entry that the object has, as a sync of all objects does: keys are neither added nor removed, so that
 * the object looks no other than one whose spec was changed. An object without such an entry gets one.
 */
export const TOUCH: Operation = {
  id: "touch",
  weight: 1,
  writes: (object, rng, atMs) => {
    const own = TOUCHED_KEYS.filter((key) => object.metadata.annotations?.[key] !== undefined);
    const key = rng.pick(own.length === 0 ? TOUCHED_KEYS : own);
    const value = rng.uint32().toString(16).padStart(8, "0");
    return [mark(object, atMs, rng.pick(TOUCHING_MANAGERS), { annotations: { [key]: value } })];
  },
};

/** Returns the writes of one who stamps objects with the revision that they are at, each at a time of its own. */
export const stampAll = (objects: readonly KubeObject[], rng: Rng, manager: string, timeOf: () => number): readonly DatedWrite[] => {
  const annotations = { [STAMP]: rng.uint32().toString(16).padStart(8, "0") };
  return objects.map((object) => mark(object, timeOf(), manager, { annotations }));
};

const STAMP = "example.com/synced-revision";

const TOUCHED_KEYS: readonly string[] = [STAMP, "example.com/build", "example.com/reviewed-at", "example.com/change"];

const TOUCHING_MANAGERS: readonly string[] = ["argocd-controller", "kubectl-client-side-apply", "kubectl-edit", "kubectl-patch", "helm"];

type Entry = readonly [key: string, value: string];

/** An entry whose key the object lacks, so that the write changes something; any where it has all. */
const pickNew = (
  entries: readonly Entry[],
  present: Readonly<Record<string, string>> | undefined,
  rng: Rng,
): Readonly<Record<string, string>> => {
  const lacking = entries.filter(([key]) => present?.[key] === undefined);
  return Object.fromEntries([rng.pick(lacking.length === 0 ? entries : lacking)]);
};

/** Labels that teams put on their objects; no selector uses them. */
const LABELS: readonly Entry[] = [
  ["team", "bookings"],
  ["team", "platform"],
  ["team", "checkout"],
  ["owner", "sre"],
  ["cost-center", "4120"],
  ["cost-center", "4187"],
  ["environment", "production"],
  ["criticality", "high"],
  ["criticality", "medium"],
  ["data-class", "internal"],
  ["tier", "gold"],
  ["release-channel", "stable"],
  ["on-call", "apps"],
];

const NOTES: readonly Entry[] = [
  ["example.com/runbook", "https://wiki.example.com/runbooks/services"],
  ["example.com/contact", "#oncall-apps"],
  ["example.com/ticket", "OPS-2231"],
  ["example.com/ticket", "OPS-2388"],
  ["example.com/last-audit", "2026-q1"],
  ["kubernetes.io/description", "reviewed"],
  ["example.com/slo", "99.9"],
  ["example.com/escalation", "tier-2"],
  ["example.com/dashboard", "https://grafana.example.com/d/services"],
  ["example.com/reviewed-by", "sre"],
  ["example.com/change", "CHG-10442"],
];

const mark = ({ apiVersion, kind, metadata }: KubeObject, atMs: number, manager: string, patch: object): DatedWrite => ({
  atMs,
  write: {
    verb: "patch",
    resource: resourceOfKind(apiVersion, kind)?.resource ?? "",
    name: metadata.name,
    patchType: "merge",
    patch: { metadata: patch },
    manager,
  },
});
