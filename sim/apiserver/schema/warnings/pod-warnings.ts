import type { Affinity } from "#kube/types/placement.ts";
import type { PodSpec, Volume } from "#kube/types/pod.ts";
import { addressWarnings } from "./address-warnings.ts";
import { containerWarnings, type NamedContainer } from "./container-warnings.ts";
import { fractionalBytes } from "./fractional-bytes.ts";
import { givenUpStorage, OF_PODS } from "./given-up-storage.ts";
import { type NodeTerm, nodeLabelProblem, nodeTermWarnings } from "./node-labels.ts";
import { claimSpecWarnings } from "./storage-warnings.ts";
import { volumePathWarnings } from "./volume-paths.ts";

/** Pod, or template of pods. */
export interface PodDescription {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** Warnings of the server about a pod or template that it accepts. @param at path of the template with a dot after it; empty for a pod */
export const podWarnings = ({ metadata, spec }: PodDescription, at = ""): readonly string[] => {
  const path = `${at}spec`;
  const annotations = metadata?.annotations ?? {};
  const { hostAliases = [], terminationGracePeriodSeconds: grace = 0 } = spec;
  const nameservers = (spec as { dnsConfig?: { nameservers?: readonly string[] } }).dnsConfig?.nameservers ?? [];
  return [
    ...Object.keys(spec.nodeSelector ?? {}).flatMap((label) => told(`${path}.nodeSelector[${label}]`, nodeLabelProblem(label))),
    ...nodeAffinityWarnings(spec.affinity, `${path}.affinity.nodeAffinity`),
    ...spreadWarnings(spec, path),
    ...Object.entries(ANNOTATIONS).flatMap(([key, text]) => (key in annotations ? [`${at}metadata.annotations[${key}]: ${text}`] : [])),
    ...(spec.volumes ?? []).flatMap((volume, i) => volumeWarnings(volume, `${path}.volumes[${i}]`)),
    ...volumePathWarnings(spec.volumes ?? []),
    ...repeated(hostAliases, ({ ip }) => ip).map(([ip, i]) => `${path}.hostAliases[${i}].ip: duplicate ip "${ip}"`),
    ...secretWarnings(spec, path),
    ...fractionalBytes(spec.overhead, `${path}.overhead`, ["memory", "ephemeral-storage"]),
    ...(SECCOMP in annotations && spec.securityContext?.["seccompProfile"] === undefined
      ? [`${at}metadata.annotations[${SECCOMP}]: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : []),
    ...containerWarnings(containersOf(spec, path), { annotations, at }),
    ...(grace < 0 ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`] : []),
    ...podAffinityWarnings(spec.affinity, `${path}.affinity`),
    ...nameservers.flatMap((address, i) => addressWarnings(address, `${path}.dnsConfig.nameservers[${i}]`)),
    ...hostAliases.flatMap(({ ip }, i) => addressWarnings(ip, `${path}.hostAliases[${i}].ip`)),
  ];
};

const SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";

const ANNOTATIONS: Readonly<Record<string, string>> = {
  "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
};

const told = (path: string, text: string | undefined): readonly string[] => (text === undefined ? [] : [`${path}: ${text}`]);

const nodeAffinityWarnings = (affinity: Affinity | undefined, path: string): readonly string[] => {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } =
    affinity?.nodeAffinity ?? {};
  const terms = (required?.nodeSelectorTerms ?? []) as readonly NodeTerm[];
  return [
    ...terms.flatMap((term, i) => nodeTermWarnings(term, `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`)),
    ...preferred.flatMap(({ preference }, i) =>
      nodeTermWarnings(preference, `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`, { checksValues: true }),
    ),
  ];
};

const NO_SELECTOR = "a null labelSelector results in matching no pod";

const spreadWarnings = ({ topologySpreadConstraints = [] }: PodSpec, path: string): readonly string[] =>
  topologySpreadConstraints.flatMap(({ topologyKey, labelSelector }, i) => {
    const place = `${path}.topologySpreadConstraints[${i}]`;
    const problem = nodeLabelProblem(topologyKey);
    return [
      ...(problem === undefined ? [] : [`${place}.topologyKey: ${topologyKey} is ${problem}`]),
      ...(labelSelector === undefined ? [`${place}.labelSelector: ${NO_SELECTOR}`] : []),
    ];
  });

const podAffinityWarnings = (affinity: Affinity | undefined, path: string): readonly string[] =>
  (["podAffinity", "podAntiAffinity"] as const).flatMap((kind) => {
    const {
      requiredDuringSchedulingIgnoredDuringExecution: required = [],
      preferredDuringSchedulingIgnoredDuringExecution: preferred = [],
    } = affinity?.[kind] ?? {};
    return [
      ...required.flatMap(({ labelSelector }, i) =>
        labelSelector === undefined
          ? [`${path}.${kind}.requiredDuringSchedulingIgnoredDuringExecution[${i}].labelSelector: ${NO_SELECTOR}`]
          : [],
      ),
      ...preferred.flatMap(({ podAffinityTerm }, i) =>
        podAffinityTerm.labelSelector === undefined
          ? [`${path}.${kind}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm.labelSelector: ${NO_SELECTOR}`]
          : [],
      ),
    ];
  });

interface EphemeralVolume {
  readonly ephemeral?: { readonly volumeClaimTemplate?: { readonly spec?: Parameters<typeof claimSpecWarnings>[0] } };
}

const volumeWarnings = (volume: Volume, path: string): readonly string[] => {
  const claim = (volume as EphemeralVolume).ephemeral?.volumeClaimTemplate?.spec;
  return [
    ...givenUpStorage(volume, path, OF_PODS),
    ...(claim === undefined ? [] : claimSpecWarnings(claim, `${path}.ephemeral.volumeClaimTemplate.spec`)),
  ];
};

const secretWarnings = ({ imagePullSecrets = [] }: PodSpec, path: string): readonly string[] => [
  ...repeated(imagePullSecrets, ({ name = "" }) => name).map(
    ([name, i]) => `${path}.imagePullSecrets[${i}].name: duplicate name "${name}"`,
  ),
  ...imagePullSecrets.flatMap(({ name }, i) => (name ? [] : [`${path}.imagePullSecrets[${i}].name: invalid empty name ""`])),
];

/** Keys of duplicate items, with the index of each. */
const repeated = <T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [key: string, index: number])[] => {
  const keys = items.map(keyOf);
  return keys.flatMap((key, i) => (keys.indexOf(key) < i ? [[key, i] as const] : []));
};

const containersOf = ({ initContainers = [], containers }: PodSpec, path: string): readonly NamedContainer[] => [
  ...initContainers.map((container, i) => ({ container, path: `${path}.initContainers[${i}]` })),
  ...containers.map((container, i) => ({ container, path: `${path}.containers[${i}]` })),
];
