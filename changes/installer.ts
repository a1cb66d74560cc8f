import { canonicalJson } from "#core/canonical-json.ts";
import type { Rng } from "#core/rng.ts";
import type { KubeObject, ObjectMeta } from "#kube/types/meta.ts";

/** The way in which an app's objects came into a cluster. */
export interface Installer {
  readonly manager: string;
  /** Returns a manifest with the labels and annotations that this way leaves on it. */
  dress(manifest: KubeObject): KubeObject;
}

/** Draws the way of installation of one app. */
export const pickInstaller = (rng: Rng): Installer => rng.pick(INSTALLERS);

const INSTALLERS: readonly Installer[] = [
  {
    manager: "helm",
    dress: (manifest) => {
      const release = manifest.metadata.namespace ?? "";
      return withMetadata(manifest, {
        labels: { "app.kubernetes.io/managed-by": "Helm" },
        annotations: { "meta.helm.sh/release-name": release, "meta.helm.sh/release-namespace": release },
      });
    },
  },
  {
    manager: "kubectl-client-side-apply",
    dress: (manifest) => withMetadata(manifest, { annotations: { [LAST_APPLIED]: noteOf(manifest) } }),
  },
  {
    manager: "argocd-controller",
    dress: (manifest) => {
      const { namespace = "", name } = manifest.metadata;
      const [group = "", version] = manifest.apiVersion.split("/");
      const id = `${namespace}:${version === undefined ? "" : group}/${manifest.kind}:${namespace}/${name}`;
      const tracked = withMetadata(manifest, { annotations: { "argocd.argoproj.io/tracking-id": id } });
      return withMetadata(tracked, { annotations: { [LAST_APPLIED]: noteOf(tracked) } });
    },
  },
];

/** The annotation with what `kubectl apply` was told last; undefined on an object that it did not make. */
export const lastAppliedNote = ({ metadata }: KubeObject): Readonly<Record<string, string>> | undefined => {
  const note = metadata.annotations?.[LAST_APPLIED];
  return note === undefined ? undefined : { [LAST_APPLIED]: note };
};

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** As kubectl writes it: sorted keys, on one line. */
const noteOf = (manifest: KubeObject): string => `${canonicalJson({ ...manifest, metadata: { annotations: {}, ...manifest.metadata } })}\n`;

const withMetadata = (manifest: KubeObject, { labels, annotations }: Pick<ObjectMeta, "labels" | "annotations">): KubeObject => ({
  ...manifest,
  metadata: {
    ...manifest.metadata,
    ...(labels && { labels: { ...manifest.metadata.labels, ...labels } }),
    ...(annotations && { annotations: { ...manifest.metadata.annotations, ...annotations } }),
  },
});
