import type { PodTemplateSpec } from "#kube/types/pod.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { parkedSet } from "../idle-set.ts";
import { singleClaim } from "../single-volume.ts";
import { drawMissingClass } from "../storage-classes.ts";
import { type CreatedTwin, type DrawTwins, neighbourNames } from "../twin.ts";

/** Parked sets whose pods would have claims of a class that is not there, of which nobody asks for one. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 3).flatMap((name) => {
    const storageClassName = drawMissingClass(rng.stream(`class of ${name}`), []);
    return parkedSet(rng.stream(name), baseline, name, mountData).map(({ object }): CreatedTwin => {
      const { spec, ...set } = object as StatefulSet;
      const { apiVersion, kind, spec: claim } = singleClaim(VOLUME, baseline.namespace);
      const template = { apiVersion, kind, metadata: { name: VOLUME }, spec: { ...claim, storageClassName } };
      const stored = { ...set, kind: "StatefulSet", spec: { ...spec, serviceName: name, volumeClaimTemplates: [template] } };
      return { verb: "create", resource: "statefulsets.apps", object: stored as StatefulSet };
    });
  });

const VOLUME = "data";

const mountData = ({ spec, ...template }: PodTemplateSpec): PodTemplateSpec => {
  const [first, ...others] = spec.containers;
  if (first === undefined) return { ...template, spec };
  const volumeMounts = [...(first.volumeMounts ?? []), { name: VOLUME, mountPath: "/var/lib/data" }];
  return { ...template, spec: { ...spec, containers: [{ ...first, volumeMounts }, ...others] } };
};
