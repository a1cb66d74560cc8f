import { kubectl } from "#core/tool-call.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "#kube/types/storage.ts";
import { rolledBack } from "./repairs.ts";
import type { Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on claims that running pods mount. */
export const STORAGE_RULES: readonly Rule[] = [
  {
    faults: ["pvc-class-missing"],
    rank: 90,
    find: findClaims((specs, { spec }) => {
      const classes = specs.of("StorageClass");
      return classes.length > 0 && spec.storageClassName !== "" && !classes.some(({ metadata }) => metadata.name === spec.storageClassName);
    }),
  },
  {
    faults: ["pvc-access-mode-mismatch"],
    rank: 90,
    find: findClaims((_, { spec }) => (spec.accessModes ?? []).some((mode) => mode.endsWith("Many"))),
  },
  { faults: ["pvc-selector-mismatch"], rank: 90, find: findClaims((_, { spec }) => spec.selector !== undefined) },
  {
    faults: ["pv-occupied"],
    rank: 90,
    find: findClaims((specs, claim) => {
      const volume = volumeOf(specs, claim);
      const holder = specs
        .of<PersistentVolumeClaim>("PersistentVolumeClaim")
        .find((one) => one !== claim && one.spec.volumeName === claim.spec.volumeName);
      return (
        claim.spec.volumeName !== undefined &&
        (holder !== undefined || (volume?.spec.claimRef?.name ?? claim.metadata.name) !== claim.metadata.name)
      );
    }),
  },
  {
    faults: ["pvc-capacity-mismatch"],
    rank: 90,
    find: findClaims((specs, claim) => {
      const size = volumeOf(specs, claim)?.spec.capacity?.["storage"];
      return size !== undefined && compareQuantities(size, claim.spec.resources?.requests?.["storage"] ?? "0") < 0;
    }),
  },
  {
    faults: ["storage-provisioner-outage", "pvc-class-missing"],
    type: "storage-provisioner-outage",
    rank: 15,
    find: (specs) =>
      findClaims((_, { spec }) => spec.volumeName === undefined)(specs).map((finding) => ({
        ...finding,
        resource: "deployment/local-path-storage/local-path-provisioner",
        repair: [kubectl("scale deployment local-path-provisioner -n local-path-storage --replicas=1")],
      })),
  },
];

const volumeOf = (specs: Specifications, { spec }: PersistentVolumeClaim): PersistentVolume | undefined =>
  spec.volumeName === undefined
    ? undefined
    : specs.of<PersistentVolume>("PersistentVolume").find(({ metadata }) => metadata.name === spec.volumeName);

function findClaims(isOdd: (specs: Specifications, claim: PersistentVolumeClaim) => boolean): Rule["find"] {
  return (specs) =>
    specs.of<PersistentVolumeClaim>("PersistentVolumeClaim").flatMap((about) => {
      const { name } = about.metadata;
      const user = specs.running.find(({ spec }) =>
        spec.template.spec.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === name),
      );
      if (user === undefined || !isOdd(specs, about)) return [];
      const repair = rolledBack(user);
      return [{ resource: `persistentvolumeclaim/${name}`, about, says: `the claim ${name} is odd`, repair }];
    });
}
