import { toMicroTimestamp } from "#core/timestamp.ts";
import { readOptions } from "#shell/applets/options.ts";
import { hex64 } from "../../kernel/hex64.ts";
import { imagesOn } from "../../kubelet/container/images.ts";
import { runtimesOn } from "../../kubelet/pod/pod-runtime.ts";
import { resolveImage } from "../../programs/runtime/process-host.ts";
import { linesOf, logPath } from "../container-log.ts";
import { containersOn, type HostContainer } from "../node-facts.ts";
import type { NodeCall, NodeProgram } from "../node-machine.ts";

/** `crictl`: what the container runtime of the node knows, whether or not the kubelet runs. */
export const crictl: NodeProgram = (call) => {
  const [verb = "", ...args] = call.args.filter(
    (arg, at, all) => !GLOBAL.test(arg) && !/^(-r|--runtime-endpoint)$/.test(all[at - 1] ?? ""),
  );
  const run = VERBS[verb];
  if (run === undefined)
    return call.fail(verb === "" ? "no command given; ps, pods, images, logs, inspect, stats, info" : `No help topic for '${verb}'`, 3);
  return run(call, args);
};

const GLOBAL = /^(-r|--runtime-endpoint)(=.*)?$|^-D$/;

type Verb = (call: NodeCall, args: readonly string[]) => number;

const table = (call: NodeCall, rows: readonly (readonly string[])[]): number => {
  const widths = (rows[0] as readonly string[]).map((_, at) => Math.max(...rows.map((row) => (row[at] as string).length)) + 4);
  for (const row of rows)
    call.out(
      `${row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("")
        .trimEnd()}\n`,
    );
  return 0;
};

const ps: Verb = (call, args) => {
  const { has, value } = readOptions(args, "aqo:n:p:s: all=a quiet=q name=n pod=p state=s output=o");
  const { world, hostName } = call.machine;
  const name = value("n") ?? "";
  const shown = containersOn(world, hostName).filter(
    ({ instance, container }) => (has("a") || instance.exit === undefined) && container.includes(name),
  );
  if (has("q")) {
    for (const { instance } of shown) call.out(`${instance.id}\n`);
    return 0;
  }
  return table(call, [
    ["CONTAINER", "IMAGE", "CREATED", "STATE", "NAME", "ATTEMPT", "POD ID", "POD", "NAMESPACE"],
    ...shown.map((one) => [
      one.instance.id.slice(0, 13),
      shortImage(one.instance.imageId),
      ageText(world.nowMs() - (one.instance.startedAtMs ?? world.nowMs())),
      stateOf(one),
      one.container,
      `${one.instance.attempt}`,
      hex64(world, `sandbox/${one.podUid}`).slice(0, 13),
      one.pod,
      one.namespace,
    ]),
  ]);
};

const stateOf = ({ instance }: HostContainer): string =>
  instance.exit !== undefined ? "Exited" : instance.startedAtMs === undefined ? "Created" : "Running";

const shortImage = (imageId: string): string => (imageId.split("sha256:")[1] ?? imageId).slice(0, 13);

const ageText = (ms: number): string => {
  const [value, unit] =
    ms < 60_000
      ? [ms / 1000, "second"]
      : ms < 3_600_000
        ? [ms / 60_000, "minute"]
        : ms < 172_800_000
          ? [ms / 3_600_000, "hour"]
          : [ms / 86_400_000, "day"];
  const count = Math.floor(value);
  return count === 1 && unit === "minute" ? "About a minute ago" : `${count} ${unit}${count === 1 ? "" : "s"} ago`;
};

const pods: Verb = (call) => {
  const { world, hostName } = call.machine;
  return table(call, [
    ["POD ID", "CREATED", "STATE", "NAME", "NAMESPACE", "ATTEMPT", "RUNTIME"],
    ...runtimesOn(world, hostName).map(([key, runtime]) => {
      const [namespace = "", pod = ""] = key.split("/");
      const state = runtime.isTornDown || runtime.sandboxIP === undefined ? "NotReady" : "Ready";
      const age = ageText(world.nowMs() - runtime.admittedAtMs);
      return [hex64(world, `sandbox/${runtime.uid}`).slice(0, 13), age, state, pod, namespace, "0", "(default)"];
    }),
  ]);
};

const images: Verb = (call) => {
  const { world, hostName } = call.machine;
  const rows = imagesOn(world, hostName).map((reference) => {
    const at = reference.lastIndexOf(":");
    const found = resolveImage(world, reference);
    const sizeMb = found.kind === "found" ? `${(found.sizeBytes / 1e6).toFixed(1)}MB` : "-";
    return [reference.slice(0, at), reference.slice(at + 1), found.kind === "found" ? shortImage(found.imageId) : "-", sizeMb];
  });
  return table(call, [["IMAGE", "TAG", "IMAGE ID", "SIZE"], ...rows]);
};

/** The container that an id begins with; says so where there is none. */
const find = (call: NodeCall, id: string): HostContainer | undefined => {
  const { world, hostName } = call.machine;
  const found = id === "" ? undefined : containersOn(world, hostName).find(({ instance }) => instance.id.startsWith(id));
  if (found === undefined)
    call.err(
      `E0000 remote_runtime.go] "ContainerStatus from runtime service failed" err="rpc error: code = NotFound desc = an error occurred when try to find container \\"${id}\\": not found" containerID="${id}"\n`,
    );
  return found;
};

const logs: Verb = (call, args) => {
  const { rest, value } = readOptions(args, "ftpn: tail=n previous=p follow=f timestamps=t");
  const one = find(call, rest[0] ?? "");
  if (one === undefined) return 1;
  const lines = linesOf(call.machine.world, one);
  for (const { text } of value("n") === undefined ? lines : lines.slice(-Number(value("n")))) call.out(`${text}\n`);
  return 0;
};

const inspect: Verb = (call, args) => {
  const one = find(call, args.find((arg) => !arg.startsWith("-")) ?? "");
  if (one === undefined) return 1;
  const { instance, container, namespace, pod, podUid, pid } = one;
  const time = (ms: number | undefined): string => (ms === undefined ? "" : toMicroTimestamp(ms));
  const status = {
    id: instance.id,
    metadata: { attempt: instance.attempt, name: container },
    state: `CONTAINER_${stateOf(one).toUpperCase()}`,
    startedAt: time(instance.startedAtMs),
    finishedAt: time(instance.exit?.atMs),
    exitCode: instance.exit?.exitCode ?? 0,
    reason: instance.exit?.reason ?? "",
    image: { image: instance.image },
    imageRef: instance.imageId,
    labels: {
      "io.kubernetes.container.name": container,
      "io.kubernetes.pod.name": pod,
      "io.kubernetes.pod.namespace": namespace,
      "io.kubernetes.pod.uid": podUid,
    },
    logPath: logPath(one),
  };
  call.out(`${JSON.stringify({ status, info: { pid: pid ?? 0, runtimeType: "io.containerd.runc.v2" } }, undefined, 2)}\n`);
  return 0;
};

const info: Verb = (call) => {
  const conditions = ["RuntimeReady", "NetworkReady"].map((type) => ({ message: "", reason: "", status: true, type }));
  call.out(`${JSON.stringify({ status: { conditions } }, undefined, 2)}\n`);
  return 0;
};

const refuse: Verb = (call) => {
  call.err("FATA[0000] changing containers behind the kubelet's back is not permitted here\n");
  return 1;
};

const VERBS: Readonly<Record<string, Verb>> = {
  ps,
  pods,
  images,
  img: images,
  logs,
  inspect,
  info,
  stop: refuse,
  rm: refuse,
  stopp: refuse,
  rmp: refuse,
  rmi: refuse,
};
