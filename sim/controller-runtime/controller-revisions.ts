import { canonicalJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { matchesLabelSelector } from "#kube/objects/label-selector.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { World } from "../kernel/world.ts";
import { ownerReferenceTo } from "./controller.ts";
import { clientFor } from "./identity.ts";
import { orphansOf, ownedObjects } from "./owned-index.ts";
import { safeEncode, templateHash, templateText } from "./template-hash.ts";

/** One template that a StatefulSet or DaemonSet had, numbered. */
export interface ControllerRevision extends KubeObject {
  readonly revision: number;
  readonly data: { readonly spec: { readonly template: PodTemplateSpec } };
}

/** Label with the revision of a pod. */
export const REVISION_LABEL = "controller-revision-hash";

/** The label by which a revision of a StatefulSet says its own hash. */
const HASH_LABEL = "controller.kubernetes.io/hash";

/** Owner whose templates are kept as revisions. */
export interface RevisedOwner extends KubeObject {
  readonly spec: {
    readonly template: PodTemplateSpec;
    readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly revisionHistoryLimit?: number;
  };
}

/** The revisions of an owner with the one of its present template; that one is made, or numbered anew when it is an old one. */
export const syncRevisions = (
  world: World,
  owner: RevisedOwner,
  controller: Parameters<typeof clientFor>[1],
): { readonly present: ControllerRevision; readonly all: readonly ControllerRevision[] } | undefined => {
  const owned = [...ownedObjects<ControllerRevision>(world, owner.metadata.uid, RESOURCE), ...adoptRevisions(world, owner, controller)];
  const all = owned.sort((a, b) => a.revision - b.revision);
  const highest = all[all.length - 1]?.revision ?? 0;
  const equal = all.find(({ data }) => templateText(withoutPatch(data.spec.template)) === templateText(owner.spec.template));
  const client = clientFor(world, controller);
  if (equal !== undefined) {
    if (equal.revision === highest) return { present: equal, all };
    const renumbered = client.update<ControllerRevision>(RESOURCE, { ...equal, revision: highest + 1 });
    return renumbered.ok ? { present: renumbered.value, all } : undefined;
  }
  const created = client.create<ControllerRevision>(RESOURCE, draft(owner, highest + 1));
  return created.ok ? { present: created.value, all: [...all, created.value] } : undefined;
};

/** Takes over the revisions that an owner of the same pods has left: one that is deleted without its pods, and made anew. */
const adoptRevisions = (world: World, owner: RevisedOwner, controller: Parameters<typeof clientFor>[1]): readonly ControllerRevision[] =>
  orphansOf<ControllerRevision>(world, RESOURCE, owner.metadata.namespace as string).flatMap((orphan) => {
    const { metadata } = orphan;
    if (metadata.deletionTimestamp !== undefined || !matchesLabelSelector(owner.spec.selector, metadata.labels)) return [];
    const ownerReferences = [...(metadata.ownerReferences ?? []), ownerReferenceTo(owner)];
    const adopted = clientFor(world, controller).update<ControllerRevision>(RESOURCE, {
      ...orphan,
      metadata: { ...metadata, ownerReferences },
    });
    return adopted.ok ? [adopted.value] : [];
  });

/** Deletes the oldest revisions beyond the limit; those in use stay. */
export const truncateHistory = (
  world: World,
  owner: RevisedOwner,
  controller: Parameters<typeof clientFor>[1],
  inUse: ReadonlySet<string>,
): void => {
  const idle = ownedObjects<ControllerRevision>(world, owner.metadata.uid, RESOURCE).filter(({ metadata }) => !inUse.has(metadata.name));
  const surplus = idle.length - (owner.spec.revisionHistoryLimit ?? 10);
  for (const { metadata } of [...idle].sort((a, b) => a.revision - b.revision).slice(0, Math.max(0, surplus)))
    clientFor(world, controller).delete(RESOURCE, metadata.namespace, metadata.name);
};

/** The value of the revision label. */
export const revisionHash = ({ metadata }: ControllerRevision): string => metadata.labels?.[REVISION_LABEL] ?? metadata.name;

const RESOURCE = "controllerrevisions.apps";

const draft = (owner: RevisedOwner, revision: number): ControllerRevision => {
  const isDaemonSet = owner.kind === "DaemonSet";
  const data = { spec: { template: { $patch: "replace", ...owner.spec.template } as PodTemplateSpec } };
  const hash = isDaemonSet ? templateHash(owner.spec.template, undefined) : revisionDataHash(data);
  const name = `${owner.metadata.name}-${hash}`;
  return {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: {
      name,
      namespace: owner.metadata.namespace as string,
      labels: {
        ...owner.spec.template.metadata?.labels,
        [isDaemonSet ? REVISION_LABEL : HASH_LABEL]: hash,
      },
      ...(owner.metadata.annotations === undefined ? {} : { annotations: owner.metadata.annotations }),
      ownerReferences: [ownerReferenceTo(owner)],
    },
    data,
    revision,
  };
};

/** StatefulSets name a revision by the bytes that are kept of it, and by how often such a name was taken: never, here. */
const revisionDataHash = (data: ControllerRevision["data"]): string => {
  let hash = 0x811c9dc5;
  for (const byte of encodeUtf8(`${goJson(data)}0`)) hash = Math.imul(hash, 0x01000193) ^ byte;
  return safeEncode(`${hash >>> 0}`);
};

/** Go writes what HTML could take for markup as escapes. */
const goJson = (value: unknown): string =>
  canonicalJson(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

const withoutPatch = keepFor((template: PodTemplateSpec): PodTemplateSpec => {
  const { $patch: _patch, ...fields } = template as PodTemplateSpec & { readonly $patch?: string };
  return fields;
});
