import type { Container, ContainerPort } from "#kube/types/pod.ts";
import { fractionalBytes } from "./fractional-bytes.ts";

/** A container and where it stands. */
export interface NamedContainer {
  readonly container: Container;
  readonly path: string;
}

interface Surroundings {
  /** Of the pod or its template. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Path of the template with a dot after it; empty for a pod. */
  readonly at: string;
}

/** Warns of single containers, then of ports that several use. */
export const containerWarnings = (containers: readonly NamedContainer[], surroundings: Surroundings): readonly string[] => {
  const ports = containers.flatMap(({ container, path }) =>
    (container.ports ?? []).map((port, i) => ({ port, path: `${path}.ports[${i}]` })),
  );
  return [
    ...containers.flatMap((one) => [...profileWarnings(one, surroundings), ...amountWarnings(one), ...envWarnings(one)]),
    ...portWarnings(ports),
    ...portNameWarnings(ports),
  ];
};

const SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";
const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

const profileWarnings = (
  { container: { name, securityContext } }: NamedContainer,
  { annotations, at }: Surroundings,
): readonly string[] => {
  const told = (key: string, field: string, text: string): readonly string[] =>
    key in annotations && securityContext?.[field] === undefined ? [`${at}metadata.annotations[${key}]: ${text}`] : [];
  return [
    ...told(`${SECCOMP}${name}`, "seccompProfile", 'non-functional in v1.27+; use the "seccompProfile" field instead'),
    ...(at === "" ? [] : told(`${APP_ARMOR}${name}`, "appArmorProfile", 'deprecated since v1.30; use the "appArmorProfile" field instead')),
  ];
};

const amountWarnings = ({ container: { resources }, path }: NamedContainer): readonly string[] => [
  ...fractionalBytes(resources?.limits, `${path}.resources.limits`, ["memory"]),
  ...fractionalBytes(resources?.requests, `${path}.resources.requests`, ["memory"]),
  ...fractionalBytes(resources?.limits, `${path}.resources.limits`, ["ephemeral-storage"]),
  ...fractionalBytes(resources?.requests, `${path}.resources.requests`, ["ephemeral-storage"]),
];

/** Warns of duplicate variables, except for ones that extend their value: `PATH=/x:$(PATH)`. */
const envWarnings = ({ container: { env = [] }, path }: NamedContainer): readonly string[] => {
  const seen = new Set<string>();
  return env.flatMap(({ name, value = "", valueFrom }, i) => {
    const reference = `$(${name})`;
    const isMore = valueFrom === undefined && value !== reference && value.includes(reference);
    const hides = seen.has(name) && !isMore;
    seen.add(name);
    return hides ? [`${path}.env[${i}]: hides previous definition of "${name}", which may be dropped when using apply`] : [];
  });
};

interface NamedPort {
  readonly port: ContainerPort;
  readonly path: string;
}

const portWarnings = (ports: readonly NamedPort[]): readonly string[] =>
  ports.flatMap(({ port, path }, i) => [
    ...(port.hostIP && !port.hostPort ? [`${path}: hostIP set without hostPort: ${goPort(port)}`] : []),
    ...ports.slice(0, i).flatMap((other) => {
      const clash = isSamePort(port, other.port) ? clashOf(port, other.port) : undefined;
      return clash === undefined ? [] : [`${path}: ${clash} port definition with ${other.path}`];
    }),
  ]);

const isSamePort = (a: ContainerPort, b: ContainerPort): boolean =>
  a.containerPort === b.containerPort && (a.protocol ?? "TCP") === (b.protocol ?? "TCP");

const clashOf = (a: ContainerPort, b: ContainerPort): string | undefined => {
  const [hostA = 0, hostB = 0] = [a.hostPort, b.hostPort];
  if ((a.hostIP ?? "") === (b.hostIP ?? "") && hostA === hostB) return "duplicate";
  if (hostA === 0 || hostB === 0) return "overlapping";
  return hostA === hostB && Boolean(a.hostIP) !== Boolean(b.hostIP) ? "dangerously ambiguous" : undefined;
};

/** A port as Go prints a struct with its members' names. */
const goPort = ({ name = "", hostPort = 0, containerPort, protocol = "TCP", hostIP = "" }: ContainerPort): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;

const portNameWarnings = (ports: readonly NamedPort[]): readonly string[] => {
  const first = new Map<string, string>();
  return ports.flatMap(({ port: { name }, path }) => {
    if (!name) return [];
    const other = first.get(name);
    if (other === undefined) first.set(name, path);
    const text = `duplicate port name "${name}" with ${other}, services and probes that select ports by name will use ${other}`;
    return other === undefined ? [] : [`${path}: ${text}`];
  });
};
