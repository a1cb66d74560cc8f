import { identityOf } from "../../processes/identity.ts";
import type { Machine, VisibleProcess } from "./machine.ts";
import { mountTable } from "./mounts.ts";
import type { Descriptor, Proc } from "./process-table.ts";
import { statusFile } from "./status-file.ts";

/** What the kernel shows at one name below `/proc/N`. */
interface ProcessEntry {
  readonly kind: "file" | "folder" | "link";
  readonly mode: number;
  readonly text?: () => string;
  /** Of a link. */
  readonly target?: string;
  /** Who may not inspect the process may not read it. */
  readonly isPrivate?: boolean;
}

/** What is at a name below `/proc/N`; the empty name is the folder itself. */
export const processEntry = (seen: VisibleProcess, name: string): ProcessEntry | undefined => {
  if (name === "") return { kind: "folder", mode: 0o555 };
  const descriptor = /^fd\/(\d+)$/.exec(name)?.[1];
  if (descriptor !== undefined) {
    const open = seen.proc.fds[Number(descriptor)];
    return open === undefined ? undefined : { kind: "link", mode: 0o700, target: targetOf(open) };
  }
  const link = LINKS[name]?.(seen);
  if (link !== undefined) return { kind: "link", mode: 0o777, target: link };
  if (FOLDERS.has(name)) return { kind: "folder", mode: name === "fd" ? 0o500 : 0o555 };
  const file = FILES[name];
  return file === undefined
    ? undefined
    : { kind: "file", mode: file.mode, text: () => file.text(seen), ...(file.mode === 0o400 && { isPrivate: true }) };
};

/** Names in a folder below `/proc/N`. */
export const processNames = (seen: VisibleProcess, name: string): readonly string[] => {
  if (name === "") return [...Object.keys(FILES), ...Object.keys(LINKS), ...FOLDERS].sort();
  return name === "fd" ? Object.keys(seen.proc.fds) : [];
};

/** True where a process may look into another: root, and whoever runs as the same user. */
export const mayInspect = (machine: Machine, seen: VisibleProcess): boolean => {
  const own = identityOf(machine.process).user;
  return own === 0 || own === userOf(seen);
};

/** The number of the user whom a process runs as. */
export const userOf = ({ machine }: VisibleProcess): number => (machine === undefined ? SANDBOX_USER : identityOf(machine.process).user);

/** As whom the pause container runs. */
const SANDBOX_USER = 65_535;

const FOLDERS: ReadonlySet<string> = new Set(["fd", "net", "ns", "task"]);

const LINKS: Readonly<Record<string, (seen: VisibleProcess) => string>> = {
  cwd: ({ proc }) => proc.cwd,
  exe: (seen) => executableOf(seen),
  root: () => "/",
};

interface ProcessFile {
  readonly mode: number;
  readonly text: (seen: VisibleProcess) => string;
}

const FILES: Readonly<Record<string, ProcessFile>> = {
  cgroup: { mode: 0o444, text: () => "0::/\n" },
  cmdline: { mode: 0o444, text: ({ proc }) => proc.argv.map((word) => `${word}\0`).join("") },
  comm: { mode: 0o644, text: ({ proc }) => `${shortName(proc)}\n` },
  environ: {
    mode: 0o400,
    text: ({ proc }) =>
      Object.entries(proc.env)
        .map(([name, value]) => `${name}=${value}\0`)
        .join(""),
  },
  limits: { mode: 0o444, text: () => LIMITS },
  mounts: { mode: 0o444, text: ({ machine }) => (machine === undefined ? "" : mountTable(machine.world, machine.process)) },
  oom_score: { mode: 0o444, text: () => "666\n" },
  oom_score_adj: { mode: 0o644, text: ({ machine }) => `${machine === undefined ? -998 : scoreAdjustment(machine)}\n` },
  stat: {
    mode: 0o444,
    text: ({ proc }) =>
      `${proc.pid} (${shortName(proc)}) S ${proc.ppid} ${proc.pid} ${proc.pid} 0 -1 4194304 120 0 0 0 0 0 0 0 20 0 1 0 ${Math.floor(proc.startedAtMs / 10) % 10_000_000} 2322432 361\n`,
  },
  statm: { mode: 0o444, text: () => "567 361 348 388 0 77 0\n" },
  status: { mode: 0o444, text: ({ proc, machine }) => statusFile(machine?.process, { ...proc, name: shortName(proc) }) },
};

/** The name of a process as the kernel keeps it. */
export const shortName = ({ comm, argv }: Proc): string => (comm ?? (argv[0] ?? "").replace(/^.*\//, "")).slice(0, 15);

const executableOf = ({ proc, machine }: VisibleProcess): string => {
  if (machine === undefined) return "/pause";
  const binaries = Object.entries(machine.process.start.image?.binaries ?? {});
  const { program } = proc;
  const name = program.kind === "native" ? machine.process.program : program.kind === "applet" ? program.name : "sh";
  const path = (wanted: string) => binaries.find(([, value]) => value === wanted)?.[0];
  return path(name) ?? path("busybox/busybox") ?? path(`busybox/${name}`) ?? "/bin/sh";
};

const targetOf = (descriptor: Descriptor): string => {
  switch (descriptor.kind) {
    case "pipe":
      return `pipe:[${PIPE_BASE + descriptor.id}]`;
    case "terminal":
      return "/dev/pts/0";
    case "log":
    case "session":
      return `pipe:[${PIPE_BASE + (descriptor.stream === "stdout" ? -2 : -1)}]`;
    case "file":
      return "/";
    case "random":
      return "/dev/urandom";
    default:
      return `/dev/${descriptor.kind}`;
  }
};

/** Numbers of pipes as the kernel counts them on a machine that runs for a while. */
const PIPE_BASE = 88_000;

/** What the kubelet gives a container by its pod's quality of service. */
const scoreAdjustment = ({ process }: Machine): number => {
  const { pod } = process.start;
  return ({ Guaranteed: -997, BestEffort: 1000 } as Readonly<Record<string, number>>)[pod.status?.qosClass ?? "BestEffort"] ?? 999;
};

const LIMITS = [
  ["Limit", "Soft Limit", "Hard Limit", "Units"],
  ["Max cpu time", "unlimited", "unlimited", "seconds"],
  ["Max file size", "unlimited", "unlimited", "bytes"],
  ["Max data size", "unlimited", "unlimited", "bytes"],
  ["Max stack size", "8388608", "unlimited", "bytes"],
  ["Max core file size", "0", "unlimited", "bytes"],
  ["Max resident set", "unlimited", "unlimited", "bytes"],
  ["Max processes", "96364", "96364", "processes"],
  ["Max open files", "20000", "20000", "files"],
  ["Max locked memory", "8388608", "8388608", "bytes"],
  ["Max address space", "unlimited", "unlimited", "bytes"],
  ["Max file locks", "unlimited", "unlimited", "locks"],
  ["Max pending signals", "96364", "96364", "signals"],
  ["Max msgqueue size", "819200", "819200", "bytes"],
  ["Max nice priority", "0", "0", ""],
  ["Max realtime priority", "0", "0", ""],
  ["Max realtime timeout", "unlimited", "unlimited", "us"],
]
  .map(([limit = "", soft = "", hard = "", unit = ""]) => `${limit.padEnd(25)} ${soft.padEnd(20)} ${hard.padEnd(20)} ${unit.padEnd(10)}\n`)
  .join("");
