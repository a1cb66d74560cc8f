import { toTimestamp } from "#core/timestamp.ts";
import { fromBytes } from "#shell/machine/bytes.ts";
import type { MachineState } from "#shell/machine/process-table.ts";
import { isAtWork } from "../../containers/busy-threads.ts";
import type { World } from "../../kernel/world.ts";
import { kubeletFlags } from "../../kubelet/node/kubelet-settings.ts";
import { busyProgram } from "../../machines/busy-programs.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { CONTAINER_OS, processState } from "../../processes/process-state.ts";
import { flowIndex } from "../../telemetry/metrics/traffic/flow-index.ts";
import { machineAt } from "../../telemetry/metrics/traffic/machine-loads.ts";
import { bootMs, containersOn, type HostContainer, kubeletPid, kubeletStartMs, kubeletState, memoryKi, pidOf } from "../node-facts.ts";
import type { NodeProgram } from "../node-machine.ts";

/** A process of a machine. */
interface HostProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly startMs: number;
  readonly residentKi: number;
  readonly command: string;
  /** Cores that it uses; undefined: hardly any. */
  readonly cores?: number;
}

/** `ps` of procps, in the forms `aux`, `-ef` and bare. */
export const ps: NodeProgram = (call) => {
  const { world, hostName: node } = call.machine;
  const flags = call.args.join("").replaceAll("-", "");
  const processes = processesOf(world, node);
  const total = memoryKi(world, node);
  if (/a.*u|u.*a/.test(flags)) {
    call.out("USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n");
    for (const { pid, startMs, residentKi, command, cores } of processes)
      call.out(
        `root     ${`${pid}`.padStart(7)} ${percentOf(pid, cores).padStart(4)} ${((residentKi / total) * 100).toFixed(1).padStart(4)} ${`${residentKi * 5}`.padStart(6)} ${`${residentKi}`.padStart(5)} ?        Ssl  ${startText(world, startMs)}   0:${`${pid % 60}`.padStart(2, "0")} ${command}\n`,
      );
  } else if (/[eA]/.test(flags)) {
    call.out("UID          PID    PPID  C STIME TTY          TIME CMD\n");
    for (const { pid, ppid, startMs, command } of processes)
      call.out(
        `root     ${`${pid}`.padStart(7)} ${`${ppid}`.padStart(7)}  0 ${startText(world, startMs)} ?        00:00:${`${pid % 60}`.padStart(2, "0")} ${command}\n`,
      );
  } else call.out("    PID TTY          TIME CMD\n  48213 pts/0    00:00:00 bash\n  48240 pts/0    00:00:00 ps\n");
  return 0;
};

/** `top` of one look. */
export const top: NodeProgram = (call) => {
  const { world, hostName: node } = call.machine;
  const processes = [...processesOf(world, node)].sort((a, b) => busyness(b) - busyness(a) || b.residentKi - a.residentKi);
  call.out(`Tasks: ${processes.length} total,   1 running, ${processes.length - 1} sleeping,   0 stopped,   0 zombie\n\n`);
  call.out("    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n");
  for (const { pid, residentKi, command, cores } of processes) {
    const name = (command.split(" ")[0] as string).split("/").at(-1) as string;
    const [size, share] = [`${residentKi}`.padStart(6), ((residentKi / memoryKi(world, node)) * 100).toFixed(1)];
    call.out(
      `${`${pid}`.padStart(7)} root      20   0 ${`${residentKi * 5}`.padStart(7)} ${size}   5120 ${busyness({ cores }) > 0 ? "R" : "S"} ${percentOf(pid, cores).padStart(5)}   ${share}   0:${pid % 60}.00 ${name.slice(0, 15)}\n`,
    );
  }
  return 0;
};

/** Share of a core, in percent. */
const percentOf = (pid: number, cores: number | undefined): string => (cores === undefined ? `0.${pid % 4}` : (cores * 100).toFixed(1));

/** Cores of a process that uses more than a tenth of one, by which it stands out. */
const busyness = ({ cores = 0 }: { readonly cores?: number | undefined }): number => (cores > STANDS_OUT ? cores : 0);

const STANDS_OUT = 0.1;

const startText = (world: World, startMs: number): string => {
  const text = toTimestamp(startMs);
  return text.slice(0, 10) === toTimestamp(world.nowMs()).slice(0, 10)
    ? text.slice(11, 16)
    : `${MONTHS[Number(text.slice(5, 7)) - 1]}${text.slice(8, 10)}`;
};

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const processesOf = (world: World, node: string): readonly HostProcess[] => {
  const startMs = bootMs(world, node);
  const system = SYSTEM.map(([pid, residentKi, command]) => ({
    pid,
    ppid: pid === 1 ? 0 : 1,
    startMs: startMs + pid * 9,
    residentKi,
    command,
  }));
  const kubelet = {
    pid: kubeletPid(world, node),
    ppid: 1,
    startMs: kubeletStartMs(world, node),
    residentKi: 98_412,
    command: `/usr/bin/kubelet ${kubeletFlags(world, node).join(" ")}`,
  };
  const running = containersOn(world, node).flatMap((one) => containerProcesses(world, one));
  const all = [...system, ...(kubeletState(world, node) === "running" ? [kubelet] : []), ...busyPrograms(world, node), ...running];
  // The containers of a pod have one shim.
  return [...new Map(all.map((process) => [process.pid, process])).values()].sort((a, b) => a.pid - b.pid);
};

const SYSTEM: readonly (readonly [number, number, string])[] = [
  [1, 12_544, "/sbin/init"],
  [231, 24_180, "/lib/systemd/systemd-journald"],
  [258, 6_412, "/lib/systemd/systemd-udevd"],
  [412, 5_120, "/usr/bin/dbus-daemon --system --address=systemd: --nofork --nopidfile --systemd-activation --syslog-only"],
  [431, 9_204, "/lib/systemd/systemd-logind"],
  [498, 61_840, "/usr/bin/containerd"],
  [531, 9_712, "sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups"],
];

/** A container's first process, and the shim that holds its pod. */
const containerProcesses = (world: World, { namespace, pod, podUid, container, instance, pid }: HostContainer): readonly HostProcess[] => {
  const process = world.map<Process>(PROCESSES).get(`${namespace}/${pod}/${container}`);
  if (pid === undefined || process === undefined || instance.startedAtMs === undefined) return [];
  const shim = pidOf(`shim/${podUid}`);
  const startMs = instance.startedAtMs;
  const words = process.start.words ?? [process.program];
  return [
    {
      pid: shim,
      ppid: 1,
      startMs,
      residentKi: 11_260,
      command: `/usr/bin/containerd-shim-runc-v2 -namespace k8s.io -id ${instance.id} -address /run/containerd/containerd.sock`,
    },
    ...containerWork(world, process, { pid, ppid: shim, startMs, residentKi: 14_000 + (pid % 9_000), command: words.join(" ") }),
  ];
};

/** A container's first process and those beside it that compute without a pause, with the cores that they use. */
const containerWork = (world: World, process: Process, first: HostProcess): readonly HostProcess[] => {
  const cores = flowIndex(world).loads.get(process.key)?.cores ?? 0;
  const { mainPid = 0, processes = {} } = processState<MachineState>(world, process, CONTAINER_OS) ?? {};
  const working = Object.values(processes).filter(isAtWork);
  if (cores < STANDS_OUT) return [first];
  if (working.length === 0) return [{ ...first, cores }];
  const each = cores / working.length;
  return [
    { ...first, ...(working.some(({ pid }) => pid === mainPid) && { cores: each }) },
    ...working
      .filter(({ pid }) => pid !== mainPid)
      .map(({ pid, argv, startedAtMs }) => ({
        pid: pidOf(`${process.key}/${pid}/${startedAtMs}`),
        ppid: first.pid,
        startMs: startedAtMs,
        residentKi: 900 + (pid % 60) * 4,
        command: argv.map(fromBytes).join(" "),
        cores: each,
      })),
  ];
};

/** Programs that somebody has started on the machine itself, and that keep it busy. */
const busyPrograms = (world: World, node: string): readonly HostProcess[] => {
  const program = busyProgram(world, node);
  if (program === undefined) return [];
  const cores = machineAt(flowIndex(world).machines.get(node), world.nowMs())?.cores ?? 0;
  return [
    {
      pid: pidOf(`busy/${node}/${program.startedAtMs}`),
      ppid: 1,
      startMs: program.startedAtMs,
      residentKi: 96_000 + Math.round(program.cores) * 98_304,
      command: `/usr/bin/xz --keep --threads=${Math.max(1, Math.round(program.cores))} /var/backups/journal.tar`,
      cores,
    },
  ];
};
