import { labelValueProblems } from "#kube/names.ts";
import type { Affinity, Container, PodSpec, Volume } from "#kube/types/pod.ts";
import { addressWarnings } from "./address-warnings.ts";
import { containerWarnings, type NamedContainer } from "./container-warnings.ts";
import { fractionalBytes } from "./fractional-bytes.ts";
import { nodeLabelProblem } from "./node-labels.ts";
import { volumePathWarnings } from "./volume-paths.ts";

/** What a pod is described by, or a template of pods. */
export interface PodDescription {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/**
 * What the server warns whoever makes pods like this, although it takes them.
 * @param at path of the template with a dot after it; empty for a pod
 */
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
    ...containerWarnings(containersOf(spec, path), { annotations, at }),
    ...(grace < 0 ? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`] : []),
    ...podAffinityWarnings(spec.affinity, `${path}.affinity`),
    ...nameservers.flatMap((address, i) => addressWarnings(address, `${path}.dnsConfig.nameservers[${i}]`)),
    ...hostAliases.flatMap(({ ip }, i) => addressWarnings(ip, `${path}.hostAliases[${i}].ip`)),
  ];
};

const ANNOTATIONS: Readonly<Record<string, string>> = {
  "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
};

const told = (path: string, text: string | undefined): readonly string[] => (text === undefined ? [] : [`${path}: ${text}`]);

interface Term {
  readonly matchExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

const nodeAffinityWarnings = (affinity: Affinity | undefined, path: string): readonly string[] => {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution: preferred = [] } =
    affinity?.nodeAffinity ?? {};
  const terms = (required?.nodeSelectorTerms ?? []) as readonly Term[];
  return [
    ...terms.flatMap((term, i) => nodeTermWarnings(term, `${path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`)),
    ...preferred.flatMap(({ preference }, i) => {
      const place = `${path}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`;
      return [...nodeTermWarnings(preference, place), ...valueWarnings(preference, place)];
    }),
  ];
};

/** Warns of labels of nodes that were given up. */
export const nodeTermWarnings = ({ matchExpressions = [] }: Term, path: string): readonly string[] =>
  matchExpressions.flatMap(({ key }, i) => {
    const problem = nodeLabelProblem(key);
    return problem === undefined ? [] : [`${path}.matchExpressions[${i}].key: ${key} is ${problem}`];
  });

const valueWarnings = ({ matchExpressions = [] }: Term, path: string): readonly string[] =>
  matchExpressions.flatMap(({ values = [] }, i) =>
    values.flatMap((value, j) =>
      labelValueProblems(value).map((problem) => `${path}.matchExpressions[${i}].values[${j}]: ${value} is invalid, ${problem}`),
    ),
  );

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

/** Sorts of storage that were given up, with the name under which that is told. */
const GIVEN_UP: readonly (readonly [source: string, text: string, shown?: string])[] = [
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+", "storageOS"],
  ["quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

const volumeWarnings = (volume: Volume, path: string): readonly string[] => {
  const source = volume as unknown as Readonly<Record<string, unknown>>;
  const { ephemeral } = source as { ephemeral?: { volumeClaimTemplate?: { spec?: { resources?: Container["resources"] } } } };
  const claim = ephemeral?.volumeClaimTemplate?.spec?.resources;
  return [
    ...givenUpSources(source, path, GIVEN_UP),
    ...fractionalBytes(claim?.requests, `${path}.ephemeral.volumeClaimTemplate.spec.resources.requests`, ["storage"]),
    ...fractionalBytes(claim?.limits, `${path}.ephemeral.volumeClaimTemplate.spec.resources.limits`, ["storage"]),
  ];
};

/** Warns of sorts of storage that were given up. */
export const givenUpSources = (
  source: Readonly<Record<string, unknown>>,
  path: string,
  table: readonly (readonly [source: string, text: string, shown?: string])[],
): readonly string[] => table.flatMap(([name, text, shown = name]) => (source[name] === undefined ? [] : [`${path}.${shown}: ${text}`]));

const secretWarnings = ({ imagePullSecrets = [] }: PodSpec, path: string): readonly string[] => [
  ...repeated(imagePullSecrets, ({ name = "" }) => name).map(
    ([name, i]) => `${path}.imagePullSecrets[${i}].name: duplicate name "${name}"`,
  ),
  ...imagePullSecrets.flatMap(({ name }, i) => (name ? [] : [`${path}.imagePullSecrets[${i}].name: invalid empty name ""`])),
];

/** What stands there a second time, with its place. */
const repeated = <T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly [key: string, index: number])[] => {
  const keys = items.map(keyOf);
  return keys.flatMap((key, i) => (keys.indexOf(key) < i ? [[key, i] as const] : []));
};

const containersOf = ({ initContainers = [], containers }: PodSpec, path: string): readonly NamedContainer[] => [
  ...initContainers.map((container, i) => ({ container, path: `${path}.initContainers[${i}]` })),
  ...containers.map((container, i) => ({ container, path: `${path}.containers[${i}]` })),
];
