import type { World } from "../../kernel/world.ts";
import { kubeletFailure, restartMs, restartsBy } from "../../machines/machines.ts";
import { type UnitChange, unitChanges } from "../../machines/unit-log.ts";
import { bootMs, kubeletPid, pidOf } from "../node-facts.ts";
import { kernelLog } from "../programs/kernel-log.ts";
import { spanText } from "../span-text.ts";
import { klogHead, kubeletLines } from "./kubelet-lines.ts";

/** A line of a machine's journal. */
export interface JournalLine {
  readonly atMs: number;
  readonly unit: string;
  /** Its writer: `kubelet[812]`, `systemd[1]`. */
  readonly by: string;
  readonly text: string;
}

/** A machine's journal, oldest first: its service manager, its kubelet and its container runtime. */
export const journalOf = (world: World, node: string): readonly JournalLine[] => {
  const lines = [
    ...startLines(world, node),
    ...unitChanges(world, node).flatMap((change) => changeLines(world, change)),
    ...retries(world, node),
    ...ownLines(world, node),
  ];
  return lines.sort((a, b) => a.atMs - b.atMs);
};

/** Lines of the kernel in the journal. */
export const kernelJournal = (world: World, node: string): readonly JournalLine[] =>
  kernelLog(world, node, false)
    .split("\n")
    .flatMap((line) => {
      const [, seconds, text] = /^\[ *([\d.]+)\] (.*)$/.exec(line) ?? [];
      return seconds === undefined
        ? []
        : [{ atMs: bootMs(world, node) + Number(seconds) * 1000, unit: "kernel", by: "kernel", text: text ?? "" }];
    });

const systemd = (atMs: number, text: string, unit = "kubelet"): JournalLine => ({ atMs, unit, by: "systemd[1]", text });
const NAME = "kubelet.service - kubelet: The Kubernetes Node Agent";

/** The first start of the machine's services. */
const startLines = (world: World, node: string): readonly JournalLine[] => {
  const atMs = bootMs(world, node) + 30_000;
  const pid = unitChanges(world, node).some(({ change }) => change === "started")
    ? pidOf(`kubelet/${node}/first`) % 1_000
    : kubeletPid(world, node);
  return [systemd(atMs - 21_000, "Started containerd.service - containerd container runtime.", "containerd"), ...upLines(node, atMs, pid)];
};

const upLines = (node: string, atMs: number, pid: number): readonly JournalLine[] => {
  const klog = (afterMs: number, text: string): JournalLine => ({
    atMs: atMs + afterMs,
    unit: "kubelet",
    by: `kubelet[${pid}]`,
    text: withPid(klogHead(text, atMs + afterMs), pid),
  });
  return [
    systemd(atMs, `Started ${NAME}.`),
    klog(181, 'I server.go:530] "Kubelet version" kubeletVersion="v1.35.4"'),
    klog(182, 'I server.go:532] "Golang settings" GOGC="" GOMAXPROCS="" GOTRACEBACK=""'),
    klog(
      240,
      'I kuberuntime_manager.go:279] "Container runtime initialized" containerRuntime="containerd" version="1.6.20" apiVersion="v1"',
    ),
    klog(312, 'I server.go:1269] "Started kubelet"'),
    klog(355, 'I server.go:180] "Starting to listen" address="0.0.0.0" port=10250'),
    klog(910, `I kubelet_node_status.go:75] "Attempting to register node" node="${node}"`),
    klog(962, `I kubelet_node_status.go:124] "Node was previously registered" node="${node}"`),
  ];
};

const withPid = (text: string, pid: number): string => text.replace("@PID", `${pid}`.padStart(7));

const changeLines = (world: World, { atMs, node, change, message }: UnitChange): readonly JournalLine[] => {
  if (change === "started") return upLines(node, atMs + AFTER_STOP_MS, pidOf(`kubelet/${node}/${atMs}`));
  if (change === "stopped")
    return [
      systemd(atMs, `Stopping ${NAME}...`),
      systemd(atMs + 18, "kubelet.service: Deactivated successfully."),
      systemd(atMs + 18, `Stopped ${NAME}.`),
      systemd(atMs + 19, `kubelet.service: Consumed ${spanText(Math.round((atMs - bootMs(world, node)) / 260))} CPU time.`),
    ];
  return failLines(node, atMs + AFTER_STOP_MS, message ?? "", 0);
};

/** Time from the beginning of a restart until the service is started, ms. */
const AFTER_STOP_MS = 40;

/** The tries of a failing kubelet after the first, of which the newest are kept. */
const retries = (world: World, node: string): readonly JournalLine[] => {
  const failure = kubeletFailure(world, node);
  if (failure === undefined) return [];
  const count = restartsBy(failure, world.nowMs());
  const kept = Math.min(count, RETRIES_MAX);
  return Array.from({ length: kept }, (_, i) => count - kept + 1 + i).flatMap((n) =>
    failLines(node, restartMs(failure, n), failure.message, n),
  );
};

const RETRIES_MAX = 60;

const failLines = (node: string, atMs: number, message: string, count: number): readonly JournalLine[] => {
  const pid = pidOf(`kubelet/${node}/${atMs}`);
  return [
    ...(count === 0 ? [] : [systemd(atMs - 120, `kubelet.service: Scheduled restart job, restart counter is at ${count}.`)]),
    systemd(atMs, `Started ${NAME}.`),
    { atMs: atMs + 140, unit: "kubelet", by: `kubelet[${pid}]`, text: withPid(klogHead(`E run.go:72] ${message}`, atMs + 140), pid) },
    systemd(atMs + 152, "kubelet.service: Main process exited, code=exited, status=1/FAILURE"),
    systemd(atMs + 153, "kubelet.service: Failed with result 'exit-code'."),
  ];
};

const ownLines = (world: World, node: string): readonly JournalLine[] => {
  const pid = kubeletPid(world, node);
  return kubeletLines(world, node).map(({ atMs, text }) => ({ atMs, unit: "kubelet", by: `kubelet[${pid}]`, text: withPid(text, pid) }));
};
