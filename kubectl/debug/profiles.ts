import type { Container, Pod, PodSpec } from "#kube/types/pod.ts";
import type { ParsedArgs } from "../command-line/flags.ts";
import { CommandFailure } from "../session/errors.ts";

/** Target of debugging: the pod itself, a copy of it, or a node. */
export type DebugStyle = "ephemeral" | "copy" | "node";

/** A pod with its debugging container. */
export interface DebugTarget {
  readonly pod: Pod;
  readonly container: string;
  readonly style: DebugStyle;
}

type Change = (target: DebugTarget, args: ParsedArgs) => Pod;
type Security = Readonly<Record<string, unknown>>;

/**
 * Applies `--profile`: the rights of the debugging container, and the parts of a copied pod that are kept. Throws
 * CommandFailure for an unknown one.
 */
export const applyProfile = (profile: string, target: DebugTarget, args: ParsedArgs): Pod => {
  const change = isProfile(profile) ? PROFILES[profile] : undefined;
  if (change === undefined) throw new CommandFailure(`unknown profile: ${profile}`);
  return change(target, args);
};

/** True if there is a profile of this name. */
export const isProfile = (profile: string): boolean => Object.hasOwn(PROFILES, profile);

const changeSpec = (pod: Pod, change: (spec: PodSpec) => PodSpec): Pod => ({ ...pod, spec: change(pod.spec) });

const changeContainer = (
  { pod, container: name }: Pick<DebugTarget, "pod" | "container">,
  change: (container: Container) => Container,
): Pod => {
  const all = (containers: readonly Container[] | undefined) => containers?.map((one) => (one.name === name ? change(one) : one));
  return changeSpec(pod, (spec) => ({
    ...spec,
    containers: all(spec.containers) ?? [],
    ...(spec.ephemeralContainers && { ephemeralContainers: all(spec.ephemeralContainers) ?? [] }),
  }));
};

const withSecurity = (target: Pick<DebugTarget, "pod" | "container">, security: Security): Pod =>
  changeContainer(target, (container) => ({ ...container, securityContext: { ...container.securityContext, ...security } }) as Container);

const addCapabilities = (target: Pick<DebugTarget, "pod" | "container">, names: readonly string[]): Pod =>
  changeContainer(target, (container) => {
    const known = (container.securityContext as { readonly capabilities?: { readonly add?: readonly string[] } } | undefined)?.capabilities;
    const add = [...(known?.add ?? []), ...names.filter((name) => !known?.add?.includes(name))];
    return { ...container, securityContext: { ...container.securityContext, capabilities: { ...known, add } } } as Container;
  });

const clearSecurity = (target: Pick<DebugTarget, "pod" | "container">): Pod =>
  changeContainer(target, ({ securityContext: _, ...container }) => container as Container);

const onHost = (pod: Pod): Pod => changeSpec(pod, (spec) => ({ ...spec, hostNetwork: true, hostPID: true, hostIPC: true }) as PodSpec);

const withHostRoot = ({ pod, container }: Pick<DebugTarget, "pod" | "container">): Pod => {
  const mounted = changeContainer({ pod, container }, (one) => ({
    ...one,
    volumeMounts: [...(one.volumeMounts ?? []), { mountPath: "/host", name: "host-root" }],
  }));
  return changeSpec(
    mounted,
    (spec) => ({ ...spec, volumes: [...(spec.volumes ?? []), { name: "host-root", hostPath: { path: "/" } }] }) as PodSpec,
  );
};

/** Removes from a copy what would make it part of its workload, as the `--keep-…` flags say. */
const stripCopy = (pod: Pod, args: ParsedArgs): Pod => {
  const { labels, annotations, ...metadata } = pod.metadata;
  const keep = (flag: string, fallback = false): boolean => (args.has(flag) ? args.on(flag) : fallback);
  const strip = ({ livenessProbe, readinessProbe, startupProbe, ...container }: Container): Container => ({
    ...container,
    ...(keep("keep-liveness") && livenessProbe && { livenessProbe }),
    ...(keep("keep-readiness") && readinessProbe && { readinessProbe }),
    ...(keep("keep-startup") && startupProbe && { startupProbe }),
  });
  const { initContainers, ...spec } = pod.spec;
  return {
    ...pod,
    metadata: {
      ...metadata,
      ...(keep("keep-labels") && labels && { labels }),
      ...(keep("keep-annotations") && annotations && { annotations }),
    },
    spec: {
      ...spec,
      containers: spec.containers.map(strip),
      ...(keep("keep-init-containers", true) && initContainers && { initContainers }),
    },
  };
};

const sharing = (pod: Pod): Pod => changeSpec(pod, (spec) => ({ shareProcessNamespace: true, ...(spec as object) }) as unknown as PodSpec);

const stripShared = (pod: Pod, args: ParsedArgs): Pod => sharing(stripCopy(pod, args));

const PROFILES: Readonly<Record<string, Change>> = {
  legacy: (target) => {
    if (target.style === "node") return onHost(withHostRoot(target));
    if (target.style === "ephemeral") return target.pod;
    const { labels: _, ...metadata } = target.pod.metadata;
    return { ...target.pod, metadata };
  },
  general: (target, args) => {
    if (target.style === "node") return onHost(clearSecurity({ ...target, pod: withHostRoot(target) }));
    const pod = target.style === "copy" ? stripShared(target.pod, args) : target.pod;
    return addCapabilities({ ...target, pod }, ["SYS_PTRACE"]);
  },
  baseline: (target, args) => {
    const pod = clearSecurity(target);
    return target.style === "copy" ? stripShared(pod, args) : pod;
  },
  restricted: (target, args) => {
    const pod = withSecurity(
      { ...target, pod: clearSecurity(target) },
      { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] }, runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    );
    return target.style === "copy" ? stripShared(pod, args) : pod;
  },
  netadmin: (target, args) => {
    const pod = addCapabilities(target, ["NET_ADMIN", "NET_RAW"]);
    return target.style === "copy" ? stripShared(pod, args) : target.style === "node" ? onHost(pod) : pod;
  },
  sysadmin: (target, args) => {
    const pod = withSecurity(target, { privileged: true });
    return target.style === "copy" ? stripShared(pod, args) : target.style === "node" ? withHostRoot({ ...target, pod: onHost(pod) }) : pod;
  },
};
