import { parseQuantity } from "#kube/objects/quantity.ts";
import type { Container, ContainerStatus, EnvVar, Pod, Probe } from "#kube/types/pod.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import type { DescribeWriter } from "./writer.ts";

/** Options of describing containers: pods show states and resolve field references, templates do not. */
export interface ContainerBlock {
  readonly label: string;
  readonly containers: readonly Container[];
  readonly statuses?: readonly ContainerStatus[] | undefined;
  readonly pod?: Pod;
  /** Indentation of the block's title; two blanks inside templates. */
  readonly space: string;
}

/** Describes containers as kubectl does. */
export const describeContainers = (writer: DescribeWriter, block: ContainerBlock): void => {
  writer.raw(`${block.space}${block.label}:${block.containers.length === 0 ? " <none>" : ""}\n`);
  const statuses = new Map((block.statuses ?? []).map((status) => [status.name, status]));
  for (const container of block.containers) {
    const status = statuses.get(container.name);
    describeBasics(writer, { container, status, space: block.space });
    describeWords(writer, "Command", container.command);
    describeWords(writer, "Args", container.args);
    if (status !== undefined) describeStatus(writer, status);
    describeResources(writer, container.resources, 2);
    describeProbes(writer, container);
    describeEnvFrom(writer, container);
    describeEnv(writer, container, block.pod);
    describeMounts(writer, container);
  }
};

const describeBasics = (
  writer: DescribeWriter,
  { container, status, space }: { readonly container: Container; readonly status: ContainerStatus | undefined; readonly space: string },
): void => {
  writer.line(1, `${space.length > 0 ? " " : ""}${container.name}:`);
  if (status !== undefined) writer.line(2, `Container ID:\t${status.containerID ?? ""}`);
  writer.line(2, `Image:\t${container.image ?? ""}`);
  if (status !== undefined) writer.line(2, `Image ID:\t${status.imageID ?? ""}`);
  describePorts(
    writer,
    "Port",
    (container.ports ?? []).map((port) => portText(port.containerPort, port)),
  );
  describePorts(
    writer,
    "Host Port",
    (container.ports ?? []).map((port) => portText(port.hostPort ?? 0, port)),
  );
  describeSeccomp(writer, container.securityContext, { level: 2, fileLevel: 3 });
};

/** Describes the seccomp profile of a security context, where it has one. */
export const describeSeccomp = (
  writer: DescribeWriter,
  securityContext: Container["securityContext"],
  { level, fileLevel }: { readonly level: number; readonly fileLevel: number },
): void => {
  const profile = securityContext?.["seccompProfile"] as { readonly type: string; readonly localhostProfile?: string } | undefined;
  if (profile === undefined) return;
  writer.line(level, `SeccompProfile:\t${profile.type}`);
  if (profile.type === "Localhost") writer.line(fileLevel, `LocalhostProfile:\t${profile.localhostProfile ?? ""}`);
};

const portText = (number: number, port: { readonly protocol?: string; readonly name?: string }): string =>
  `${number}/${port.protocol ?? "TCP"}${port.name ? ` (${port.name})` : ""}`;

const describePorts = (writer: DescribeWriter, label: string, ports: readonly string[]): void => {
  if (ports.length > 1) writer.line(2, `${label}s:\t${ports.join(", ")}`);
  else writer.line(2, `${label}:\t${ports[0] ?? "<none>"}`);
};

const describeWords = (writer: DescribeWriter, label: string, words: readonly string[] | undefined): void => {
  if (words === undefined || words.length === 0) return;
  writer.line(2, `${label}:`);
  for (const word of words) for (const line of word.split("\n")) writer.line(3, line);
};

const describeStatus = (writer: DescribeWriter, status: ContainerStatus): void => {
  describeState(writer, "State", status.state);
  if (status.lastState?.terminated) describeState(writer, "Last State", status.lastState);
  writer.line(2, `Ready:\t${status.ready ? "True" : "False"}`);
  writer.line(2, `Restart Count:\t${status.restartCount ?? 0}`);
};

const describeState = (writer: DescribeWriter, label: string, state: ContainerStatus["state"]): void => {
  if (state?.running) {
    writer.line(2, `${label}:\tRunning`);
    writer.line(3, `Started:\t${rfc1123(state.running.startedAt)}`);
  } else if (state?.terminated) {
    const { reason, message, exitCode, signal, startedAt, finishedAt } = state.terminated;
    writer.line(2, `${label}:\tTerminated`);
    if (reason) writer.line(3, `Reason:\t${reason}`);
    if (message) writer.line(3, `Message:\t${message}`);
    writer.line(3, `Exit Code:\t${exitCode}`);
    if ((signal ?? 0) > 0) writer.line(3, `Signal:\t${signal}`);
    writer.line(3, `Started:\t${rfc1123(startedAt)}`);
    writer.line(3, `Finished:\t${rfc1123(finishedAt)}`);
  } else {
    writer.line(2, `${label}:\tWaiting`);
    if (state?.waiting?.reason) writer.line(3, `Reason:\t${state.waiting.reason}`);
  }
};

/** Describes limits and requests, where there are any. */
export const describeResources = (writer: DescribeWriter, resources: Container["resources"], level: number): void => {
  for (const [label, list] of [
    ["Limits", resources?.limits],
    ["Requests", resources?.requests],
  ] as const) {
    const names = Object.keys(list ?? {}).sort();
    if (names.length === 0) continue;
    writer.line(level, `${label}:`);
    for (const name of names) writer.line(level + 1, `${name}:\t${list?.[name]}`);
  }
};

const describeProbes = (writer: DescribeWriter, container: Container): void => {
  for (const [label, probe] of [
    ["Liveness", container.livenessProbe],
    ["Readiness", container.readinessProbe],
    ["Startup", container.startupProbe],
  ] as const) {
    if (probe) writer.line(2, `${label}:\t${probeText(probe)}`);
  }
};

const probeText = (probe: Probe): string => {
  const attributes = `delay=${probe.initialDelaySeconds ?? 0}s timeout=${probe.timeoutSeconds ?? 0}s period=${probe.periodSeconds ?? 0}s #success=${probe.successThreshold ?? 0} #failure=${probe.failureThreshold ?? 0}`;
  if (probe.exec) return `exec [${(probe.exec.command ?? []).join(" ")}] ${attributes}`;
  if (probe.httpGet)
    return `http-get ${(probe.httpGet.scheme ?? "HTTP").toLowerCase()}://${hostPort(probe.httpGet.host ?? "", probe.httpGet.port)}${urlPath(probe.httpGet.path ?? "")} ${attributes}`;
  if (probe.tcpSocket) return `tcp-socket ${probe.tcpSocket.host ?? ""}:${probe.tcpSocket.port} ${attributes}`;
  if (probe.grpc) return `grpc <pod>:${probe.grpc.port} ${probe.grpc.service ?? ""} ${attributes}`;
  return `unknown ${attributes}`;
};

const hostPort = (host: string, port: number | string): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;
const urlPath = (path: string): string => {
  const escaped = encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23");
  return escaped === "" || escaped.startsWith("/") ? escaped : `/${escaped}`;
};

const describeEnvFrom = (writer: DescribeWriter, { envFrom }: Container): void => {
  if (envFrom === undefined || envFrom.length === 0) return;
  writer.line(2, "Environment Variables from:");
  for (const source of envFrom) {
    const reference = source.configMapRef ?? source.secretRef;
    const kind = source.configMapRef ? "ConfigMap" : source.secretRef ? "Secret" : "";
    const prefix = source.prefix ? ` with prefix '${source.prefix}'` : "";
    writer.line(3, `${reference?.name ?? ""}\t${kind}${prefix}\tOptional: ${reference?.optional === true}`);
  }
};

const describeEnv = (writer: DescribeWriter, container: Container, pod: Pod | undefined): void => {
  const env = container.env ?? [];
  writer.line(2, `Environment:${env.length === 0 ? "\t<none>" : ""}`);
  for (const variable of env) {
    if (variable.valueFrom !== undefined) {
      writer.line(3, `${variable.name}:\t${sourceText(variable, container, pod)}`);
      continue;
    }
    const [first, ...others] = (variable.value ?? "").split("\n");
    writer.line(3, `${variable.name}:\t${first}`);
    for (const line of others) writer.line(3, `\t${line}`);
  }
};

const sourceText = ({ valueFrom }: EnvVar, container: Container, pod: Pod | undefined): string => {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = valueFrom ?? {};
  if (fieldRef)
    return `${pod === undefined ? "" : fieldValue(pod, fieldRef.fieldPath)} (${fieldRef.apiVersion ?? "v1"}:${fieldRef.fieldPath})`;
  if (resourceFieldRef) return `${resourceValue(container, resourceFieldRef)} (${resourceFieldRef.resource})`;
  if (secretKeyRef)
    return `<set to the key '${secretKeyRef.key}' in secret '${secretKeyRef.name ?? ""}'>\tOptional: ${secretKeyRef.optional === true}`;
  return `<set to the key '${configMapKeyRef?.key ?? ""}' of config map '${configMapKeyRef?.name ?? ""}'>\tOptional: ${configMapKeyRef?.optional === true}`;
};

/** Value of a field reference; only the name and the namespace are known to the client, all others are blank. */
const fieldValue = ({ metadata }: Pod, path: string): string =>
  (path === "metadata.name" ? metadata.name : path === "metadata.namespace" ? metadata.namespace : undefined) ?? "";

const resourceValue = (container: Container, reference: { readonly resource: string; readonly divisor?: string }): string => {
  const [list, ...name] = reference.resource.split(".");
  const amount = parseQuantity(container.resources?.[list as "limits" | "requests"]?.[name.join(".")] ?? "0")?.nanos ?? 0n;
  const divisor = parseQuantity(reference.divisor && reference.divisor !== "0" ? reference.divisor : "1")?.nanos ?? 1_000_000_000n;
  const value = String((amount + divisor - 1n) / divisor);
  return value === "0" && NODE_LIMITED.has(reference.resource) ? "node allocatable" : value;
};

/** Resource fields without a limit in the container, for which the node's is used. */
const NODE_LIMITED: ReadonlySet<string> = new Set(["limits.cpu", "limits.memory"]);

const describeMounts = (writer: DescribeWriter, { volumeMounts, volumeDevices = [] }: Container): void => {
  const mounts = [...(volumeMounts ?? [])].sort((a, b) => (a.mountPath < b.mountPath ? -1 : 1));
  writer.line(2, `Mounts:${mounts.length === 0 ? "\t<none>" : ""}`);
  for (const mount of mounts)
    writer.line(
      3,
      `${mount.mountPath} from ${mount.name} (${mount.readOnly ? "ro" : "rw"}${mount.subPath ? `,path=${JSON.stringify(mount.subPath)}` : ""})`,
    );
  if (volumeDevices.length === 0) return;
  writer.line(2, `Devices:${mounts.length === 0 ? "\t<none>" : ""}`);
  for (const { devicePath, name } of [...volumeDevices].sort((a, b) => (a.devicePath < b.devicePath ? -1 : 1)))
    writer.line(3, `${devicePath} from ${name}`);
};
