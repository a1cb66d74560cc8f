import type { LevelVersion } from "./policy.ts";

/** Fields of a pod's spec that Pod Security checks, as JSON. */
export interface CheckedSpec {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostUsers?: boolean;
  readonly os?: { readonly name?: string };
  readonly securityContext?: SecurityContext & { readonly sysctls?: readonly { readonly name: string }[] };
  readonly containers?: readonly CheckedContainer[];
  readonly initContainers?: readonly CheckedContainer[];
  readonly ephemeralContainers?: readonly CheckedContainer[];
  readonly volumes?: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
}

/** The security settings of a pod or a container. */
export interface SecurityContext {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly procMount?: string;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly seccompProfile?: { readonly type?: string };
  readonly appArmorProfile?: { readonly type?: string };
  readonly seLinuxOptions?: { readonly type?: string; readonly user?: string; readonly role?: string };
  readonly windowsOptions?: { readonly hostProcess?: boolean };
}

interface CheckedContainer {
  readonly name: string;
  readonly securityContext?: SecurityContext;
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly livenessProbe?: Handler;
  readonly readinessProbe?: Handler;
  readonly startupProbe?: Handler;
  readonly lifecycle?: { readonly postStart?: Handler; readonly preStop?: Handler };
}

interface Handler {
  readonly httpGet?: { readonly host?: string };
  readonly tcpSocket?: { readonly host?: string };
}

/** Violation of a level: its reason, and the details. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** One check; undefined when the pod passes. */
export type PodCheck = (
  spec: CheckedSpec,
  annotations: Readonly<Record<string, string>>,
  at: Pick<LevelVersion, "level" | "minor">,
) => Violation | undefined;

/** True for a pod in a user namespace of its own, where its root is nobody on the node: checks relax since Kubernetes 1.35. */
export const hasOwnUsers = ({ hostUsers }: CheckedSpec, { minor }: Pick<LevelVersion, "minor">): boolean =>
  hostUsers === false && minor >= 35;

/** All containers in the order of the checks. */
export const containersOf = ({ initContainers = [], containers, ephemeralContainers = [] }: CheckedSpec): readonly CheckedContainer[] => [
  ...initContainers,
  ...(containers ?? []),
  ...ephemeralContainers,
];

/** `container "a"` or `containers "a", "b"`. */
export const containersText = (names: readonly string[]): string => `${plural("container", names)} ${quoted(names)}`;

/** The word with an s unless there is one of them. */
export const plural = (word: string, items: readonly unknown[]): string => (items.length === 1 ? word : `${word}s`);

/** `"a", "b"`. */
export const quoted = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(", ");

/** Sorted, each once. */
export const sortedSet = (items: Iterable<string>): readonly string[] => [...new Set(items)].sort();

/** Names the pod and those of its containers whose security context is bad: `pod and container "a"`; empty when none is. */
export const settersOf = (spec: CheckedSpec, isBad: (context: SecurityContext) => boolean): readonly string[] => {
  const names = containersOf(spec)
    .filter(({ securityContext }) => securityContext !== undefined && isBad(securityContext))
    .map(({ name }) => name);
  const pod = spec.securityContext !== undefined && isBad(spec.securityContext) ? ["pod"] : [];
  return names.length === 0 ? pod : [...pod, containersText(names)];
};
