import { kubectl } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { targetOf } from "./repairs.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on what pods refer to and what is not there. */
export const REFERENCE_RULES: readonly Rule[] = [
  { faults: ["configmap-missing"], rank: 95, find: (specs) => dangling(specs, "ConfigMap", configMapsOf) },
  { faults: ["secret-missing"], rank: 95, find: (specs) => dangling(specs, "Secret", secretsOf) },
  {
    faults: ["service-account-missing"],
    rank: 95,
    find: (specs) =>
      specs.running
        .filter(({ spec }) => !hasObject(specs, "ServiceAccount", spec.template.spec.serviceAccountName ?? "default"))
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: `${targetOf(about)} runs as ${about.spec.template.spec.serviceAccountName}, which is not there`,
          repair: [kubectl(`create serviceaccount ${about.spec.template.spec.serviceAccountName}`)],
        })),
  },
  {
    faults: ["pvc-claim-mismatch"],
    rank: 95,
    find: (specs) =>
      specs.running.flatMap((about) =>
        (about.spec.template.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }, at) => {
          const name = persistentVolumeClaim?.claimName;
          if (name === undefined || hasObject(specs, "PersistentVolumeClaim", name)) return [];
          const near = specs.of("PersistentVolumeClaim").find(({ metadata }) => metadata.name.startsWith(name.slice(0, 5)))?.metadata.name;
          const path = `/spec/template/spec/volumes/${at}/persistentVolumeClaim/claimName`;
          const patch = JSON.stringify([{ op: "replace", path, value: near }]);
          const says = `${targetOf(about)} mounts ${name}, which is not there`;
          return [{ resource: targetOf(about), about, says, repair: [kubectl(`patch ${targetOf(about)} --type=json -p '${patch}'`)] }];
        }),
      ),
  },
];

const hasObject = (specs: Specifications, kind: string, name: string): boolean => {
  const all: readonly KubeObject[] = specs.of(kind);
  // Where nothing of a kind was read, nothing is known.
  return all.length === 0 || all.some(({ metadata }) => metadata.name === name);
};

const dangling = (specs: Specifications, kind: string, namesOf: (workload: Workload) => readonly string[]): readonly Finding[] =>
  specs.running.flatMap((about) =>
    namesOf(about)
      .filter((name) => !hasObject(specs, kind, name))
      .map((name) => ({
        resource: `${kind.toLowerCase()}/${name}`,
        about,
        says: `${targetOf(about)} wants the ${kind} ${name}`,
        repair: [],
      })),
  );

const configMapsOf = ({ spec }: Workload): readonly string[] => {
  const { containers, initContainers = [], volumes = [] } = spec.template.spec;
  return [
    ...[...containers, ...initContainers].flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.flatMap(({ configMapRef }) => wanted(configMapRef)),
      ...env.flatMap(({ valueFrom }) => wanted(valueFrom?.configMapKeyRef)),
    ]),
    ...volumes.flatMap(({ configMap }) => wanted(configMap)),
  ];
};

const secretsOf = ({ spec }: Workload): readonly string[] => {
  const { containers, initContainers = [], volumes = [] } = spec.template.spec;
  return [
    ...[...containers, ...initContainers].flatMap(({ env = [], envFrom = [] }) => [
      ...envFrom.flatMap(({ secretRef }) => wanted(secretRef)),
      ...env.flatMap(({ valueFrom }) => wanted(valueFrom?.secretKeyRef)),
    ]),
    ...volumes.flatMap(({ secret }) => (secret?.optional === true ? [] : (secret?.secretName ?? []))),
  ];
};

const wanted = (reference: { readonly name?: string; readonly optional?: boolean } | undefined): readonly string[] =>
  reference?.name === undefined || reference.optional === true ? [] : [reference.name];
