import {
  type CheckedSpec,
  containersOf,
  containersText,
  hasOwnUsers,
  type PodCheck,
  plural,
  quoted,
  type SecurityContext,
  settersOf,
  sortedSet,
} from "./checked-pod.ts";

const appArmorProfile: PodCheck = (spec, annotations) => {
  const isBad = ({ appArmorProfile: profile }: SecurityContext): boolean =>
    profile !== undefined && !["RuntimeDefault", "Localhost"].includes(profile.type ?? "");
  const setters = [...settersOf(spec, isBad)];
  const values = [...valuesIn(spec, (context) => (isBad(context) ? [context.appArmorProfile?.type ?? ""] : []))];
  const notes = Object.keys(annotations)
    .filter((key) => key.startsWith(APPARMOR_PREFIX) && !/^$|^runtime\/default$|^localhost\//.test(annotations[key] as string))
    .map((key) => `${key}=${JSON.stringify(annotations[key])}`)
    .sort();
  if (notes.length > 0) setters.push(plural("annotation", notes));
  values.push(...notes);
  if (setters.length === 0) return undefined;
  return {
    reason: plural("forbidden AppArmor profile", values),
    detail: `${setters.join(" and ")} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

const APPARMOR_PREFIX = "container.apparmor.security.beta.kubernetes.io/";

const valuesIn = (spec: CheckedSpec, valuesOf: (context: SecurityContext) => readonly string[]): readonly string[] =>
  sortedSet(
    [spec.securityContext, ...containersOf(spec).map(({ securityContext }) => securityContext)].flatMap((context) =>
      context === undefined ? [] : valuesOf(context),
    ),
  );

/** Capabilities that container runtimes add by default. */
const DEFAULT_CAPABILITIES: ReadonlySet<string> = new Set(
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(" "),
);

const capabilities: PodCheck = (spec) => {
  const badOf = ({ capabilities: given }: SecurityContext = {}): readonly string[] =>
    (given?.add ?? []).filter((name) => !DEFAULT_CAPABILITIES.has(name));
  const bad = containersOf(spec).filter(({ securityContext }) => badOf(securityContext).length > 0);
  if (bad.length === 0) return undefined;
  const names = sortedSet(bad.flatMap(({ securityContext }) => badOf(securityContext)));
  return {
    reason: "non-default capabilities",
    detail: `${containersText(bad.map(({ name }) => name))} must not include ${quoted(names)} in securityContext.capabilities.add`,
  };
};

const hostNamespaces: PodCheck = (spec) => {
  const set = (["hostNetwork", "hostPID", "hostIPC"] as const).filter((name) => spec[name] === true).map((name) => `${name}=true`);
  return set.length === 0 ? undefined : { reason: "host namespaces", detail: set.join(", ") };
};

const hostPathVolumes: PodCheck = ({ volumes = [] }) => {
  const names = volumes.filter((volume) => volume["hostPath"] !== undefined).map(({ name }) => name);
  return names.length === 0 ? undefined : { reason: "hostPath volumes", detail: `${plural("volume", names)} ${quoted(names)}` };
};

const hostPorts: PodCheck = (spec) => {
  const bad = containersOf(spec).filter(({ ports = [] }) => ports.some(({ hostPort = 0 }) => hostPort !== 0));
  if (bad.length === 0) return undefined;
  const ports = sortedSet(bad.flatMap(({ ports: own = [] }) => own.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [`${hostPort}`]))));
  const uses = bad.length === 1 ? "uses" : "use";
  return {
    reason: "hostPort",
    detail: `${containersText(bad.map(({ name }) => name))} ${uses} ${plural("hostPort", ports)} ${ports.join(", ")}`,
  };
};

const hostProbes: PodCheck = (spec) => {
  const hostsOf = (container: ReturnType<typeof containersOf>[number]): readonly string[] => {
    const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
    return [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap((handler) =>
      [handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host): host is string => !!host),
    );
  };
  const bad = containersOf(spec).filter((container) => hostsOf(container).length > 0);
  if (bad.length === 0) return undefined;
  const hosts = sortedSet(bad.flatMap(hostsOf));
  const names = sortedSet(bad.map(({ name }) => name));
  const uses = names.length === 1 ? "uses" : "use";
  return {
    reason: "probe or lifecycle host",
    detail: `${containersText(names)} ${uses} ${plural("probe or lifecycle host", hosts)} ${quoted(hosts)}`,
  };
};

const privileged: PodCheck = (spec) => {
  const names = containersOf(spec)
    .filter(({ securityContext }) => securityContext?.privileged === true)
    .map(({ name }) => name);
  return names.length === 0
    ? undefined
    : { reason: "privileged", detail: `${containersText(names)} must not set securityContext.privileged=true` };
};

/** Violation by containers that see all of /proc. */
export const badProcMount: PodCheck = (spec) => {
  const bad = containersOf(spec).filter(({ securityContext }) => !["Default", undefined].includes(securityContext?.procMount));
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map(({ securityContext }) => securityContext?.procMount ?? ""));
  return {
    reason: "procMount",
    detail: `${containersText(bad.map(({ name }) => name))} must not set securityContext.procMount to ${quoted(types)}`,
  };
};

const SELINUX_TYPES: ReadonlySet<string> = new Set(["", "container_t", "container_init_t", "container_kvm_t", "container_engine_t"]);

const procMount: PodCheck = (spec, annotations, at) => (hasOwnUsers(spec, at) ? undefined : badProcMount(spec, annotations, at));

const seLinuxOptions: PodCheck = (spec) => {
  const isBad = ({ seLinuxOptions: options }: SecurityContext): boolean =>
    options !== undefined && (!SELINUX_TYPES.has(options.type ?? "") || !!options.user || !!options.role);
  const setters = settersOf(spec, isBad);
  if (setters.length === 0) return undefined;
  const types = valuesIn(spec, ({ seLinuxOptions: options }) =>
    options !== undefined && !SELINUX_TYPES.has(options.type ?? "") ? [options.type ?? ""] : [],
  );
  const isSet = (member: "user" | "role"): boolean =>
    valuesIn(spec, ({ seLinuxOptions: options }) => (options?.[member] ? [member] : [])).length > 0;
  const data = [
    ...(types.length > 0 ? [`${plural("type", types)} ${quoted(types)}`] : []),
    ...(isSet("user") ? ["user may not be set"] : []),
    ...(isSet("role") ? ["role may not be set"] : []),
  ];
  return { reason: "seLinuxOptions", detail: `${setters.join(" and ")} set forbidden securityContext.seLinuxOptions: ${data.join("; ")}` };
};

/** Violation by a pod or its containers whose seccomp profile the level forbids. */
export const badSeccomp: PodCheck = (spec) => {
  const isBad = ({ seccompProfile: profile }: SecurityContext): boolean =>
    profile !== undefined && !["RuntimeDefault", "Localhost"].includes(profile.type ?? "");
  const setters = settersOf(spec, isBad);
  if (setters.length === 0) return undefined;
  const values = valuesIn(spec, (context) => (isBad(context) ? [context.seccompProfile?.type ?? ""] : []));
  return {
    reason: "seccompProfile",
    detail: `${setters.join(" and ")} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
  };
};

const SAFE_SYSCTLS: ReadonlySet<string> = new Set([
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
  "net.ipv4.ip_local_reserved_ports",
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
  "net.ipv4.tcp_rmem",
  "net.ipv4.tcp_wmem",
]);

const sysctls: PodCheck = ({ securityContext }) => {
  const bad = (securityContext?.sysctls ?? []).filter(({ name }) => !SAFE_SYSCTLS.has(name)).map(({ name }) => name);
  return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
};

const windowsHostProcess: PodCheck = (spec) => {
  const setters = settersOf(spec, ({ windowsOptions }) => windowsOptions?.hostProcess === true);
  return setters.length === 0
    ? undefined
    : { reason: "hostProcess", detail: `${setters.join(" and ")} must not set securityContext.windowsOptions.hostProcess=true` };
};

/** The checks of the level `baseline`, in order, with the minor version of Kubernetes that they came with. */
export const BASELINE_CHECKS: readonly { readonly id: string; readonly since: number; readonly check: PodCheck }[] = [
  { id: "appArmorProfile", since: 0, check: appArmorProfile },
  { id: "capabilities", since: 0, check: capabilities },
  { id: "hostNamespaces", since: 0, check: hostNamespaces },
  { id: "hostPathVolumes", since: 0, check: hostPathVolumes },
  { id: "hostPorts", since: 0, check: hostPorts },
  { id: "hostProbes", since: 34, check: hostProbes },
  { id: "privileged", since: 0, check: privileged },
  { id: "procMount", since: 0, check: procMount },
  { id: "seLinuxOptions", since: 0, check: seLinuxOptions },
  { id: "seccompProfile", since: 19, check: badSeccomp },
  { id: "sysctls", since: 0, check: sysctls },
  { id: "windowsHostProcess", since: 0, check: windowsHostProcess },
];
