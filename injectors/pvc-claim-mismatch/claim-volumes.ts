import type { Workload } from "#kube/checks/workload.ts";
import type { TemplateParams } from "../unschedulable-template.ts";

export interface Params extends TemplateParams {
  /** Name of the volume in the template. */
  readonly volume: string;
  /** Name of the claim that it refers to by mistake. */
  readonly claim: string;
}

/** Volumes of a template that refer to a claim by its name. */
export const claimVolumes = ({ spec }: Workload): readonly { readonly name: string; readonly claim: string }[] =>
  (spec.template.spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim }) =>
    persistentVolumeClaim === undefined ? [] : [{ name, claim: persistentVolumeClaim.claimName }],
  );

/** Claims by the paths at which containers have them: which name the volume has in between does not matter. */
export const claimsByPath = (workload: Workload): readonly { readonly path: string; readonly claim: string }[] =>
  workload.spec.template.spec.containers.flatMap(({ name: container, volumeMounts = [] }) =>
    volumeMounts.flatMap(({ name, mountPath }) => {
      const claim = claimVolumes(workload).find((volume) => volume.name === name)?.claim;
      return claim === undefined ? [] : [{ path: `${container} ${mountPath}`, claim }];
    }),
  );

/** Strategic merge patch that lets a volume of the template refer to a claim. */
export const claimPatch = (volume: string, claimName: string) => ({
  spec: { template: { spec: { volumes: [{ name: volume, persistentVolumeClaim: { claimName } }] } } },
});
