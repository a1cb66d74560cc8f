import { readFile, statfs } from "node:fs/promises";
import type { PoolCheck } from "../namespaces/diagnose-pool.ts";
import { runProgram } from "./run-program.ts";

/** Facts about this machine. */
export interface HostFacts {
  /** Version of kind; undefined: not installed. */
  readonly kind: string | undefined;
  /** Docker's version and memory in bytes, or the error of a daemon that does not answer; undefined: not installed. */
  readonly docker: { readonly version: string; readonly memoryBytes: number } | { readonly down: string } | undefined;
  /** Limit of inotify watches; undefined where the kernel has none. */
  readonly inotifyWatches: number | undefined;
  readonly inotifyInstances: number | undefined;
  /** Free space on Docker's disk, bytes. Undefined: not known. */
  readonly diskFreeBytes: number | undefined;
  /** Available memory, bytes. Undefined: not known. */
  readonly memoryFreeBytes: number | undefined;
}

/** Collects the facts about this machine. */
export const readHostFacts = async (): Promise<HostFacts> => {
  const [kind, info] = await Promise.all([
    runProgram("kind", ["version"], QUICK_MS),
    runProgram("docker", ["info", "--format", "{{json .}}"], QUICK_MS),
  ]);
  const docker = info.isMissing ? undefined : readDockerInfo(info.stdout, info.stderr);
  return {
    kind: kind.isMissing ? undefined : (/v\d+\.\d+\.\d+\S*/.exec(kind.stdout)?.[0] ?? "of an unknown version"),
    docker,
    inotifyWatches: await readNumber("/proc/sys/fs/inotify/max_user_watches"),
    inotifyInstances: await readNumber("/proc/sys/fs/inotify/max_user_instances"),
    diskFreeBytes: docker !== undefined && "root" in docker ? await freeBytes(docker.root) : undefined,
    memoryFreeBytes: readMemInfo(await readFile("/proc/meminfo", "utf8").catch(() => "")),
  };
};

/** Parses the output of `docker info`, which also answers, without an error code, if its daemon does not. */
export const readDockerInfo = (
  stdout: string,
  stderr: string,
): { readonly version: string; readonly memoryBytes: number; readonly root: string } | { readonly down: string } => {
  const info = parseJson(stdout) as { ServerVersion?: string; MemTotal?: number; DockerRootDir?: string; ServerErrors?: readonly string[] };
  if (info?.ServerVersion === undefined || info.ServerVersion === "")
    return { down: info?.ServerErrors?.[0] ?? (stderr.trim().split("\n").at(-1) || "it does not answer") };
  return { version: info.ServerVersion, memoryBytes: info.MemTotal ?? 0, root: info.DockerRootDir ?? "/var/lib/docker" };
};

/** Parses the available memory in bytes from /proc/meminfo. */
export const readMemInfo = (text: string): number | undefined => {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
};

/** Checks whether a machine has room for this many more clusters. */
export const judgeHost = (facts: HostFacts, clusters: number): readonly PoolCheck[] => [
  facts.kind === undefined
    ? { name: "kind", state: "unusable", says: "the program kind is not on this machine: install it from https://kind.sigs.k8s.io" }
    : { name: "kind", state: "good", says: facts.kind },
  judgeDocker(facts.docker),
  atLeast("inotify watches", facts.inotifyWatches, WATCHES_MIN, "sysctl fs.inotify.max_user_watches=524288"),
  atLeast("inotify instances", facts.inotifyInstances, INSTANCES_MIN, "sysctl fs.inotify.max_user_instances=512"),
  room("memory", facts.memoryFreeBytes, clusters * MEMORY_BYTES, clusters),
  room("disk", facts.diskFreeBytes, clusters * DISK_BYTES, clusters),
];

/** Checks that clusters can be created at all. @throws Error with one sentence on what is missing */
export const assertUsable = async (): Promise<void> => {
  const bad = judgeHost(await readHostFacts(), 0).find(({ state }) => state === "unusable");
  if (bad !== undefined) throw new Error(`the kind backend does not work here: ${bad.says}`);
};

const QUICK_MS = 15_000;

/**
 * Minimum of inotify watches: with fewer, kubelets and programs that follow files fail with "too many open files" (a
 * known issue of kind).
 */
const WATCHES_MIN = 65_536;
const INSTANCES_MIN = 256;

/** Memory of a cluster of one node with an app, bytes, as measured, with a margin. */
const MEMORY_BYTES = 2 * 1024 ** 3;
const DISK_BYTES = 4 * 1024 ** 3;

const judgeDocker = (docker: HostFacts["docker"]): PoolCheck => {
  const name = "Docker";
  if (docker === undefined) return { name, state: "unusable", says: "the program docker is not on this machine: install Docker" };
  if ("down" in docker) return { name, state: "unusable", says: `Docker does not answer (${docker.down}): start its daemon` };
  return { name, state: "good", says: `answers, version ${docker.version}` };
};

const atLeast = (name: string, found: number | undefined, wanted: number, advice: string): PoolCheck =>
  found === undefined || found >= wanted
    ? { name, state: "good", says: found === undefined ? "not known here" : `${found}` }
    : { name, state: "lacking", says: `${found}, at least ${wanted} are wanted for several clusters: ${advice}` };

const room = (name: string, free: number | undefined, wanted: number, clusters: number): PoolCheck => {
  if (free === undefined) return { name, state: "good", says: "not known here" };
  const says = `${gibibytes(free)} free`;
  if (free >= wanted) return { name, state: "good", says };
  return { name, state: "lacking", says: `${says}, ${clusters} more clusters want about ${gibibytes(wanted)}: make fewer, or make room` };
};

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;

const freeBytes = async (path: string): Promise<number | undefined> => {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return undefined;
  }
};

const readNumber = async (path: string): Promise<number | undefined> => {
  try {
    return Number(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
