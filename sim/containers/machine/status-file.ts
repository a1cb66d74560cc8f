import type { Container } from "#kube/types/pod.ts";
import type { Proc } from "#shell/machine/process-table.ts";
import { identityOf } from "../../processes/identity.ts";
import type { Process } from "../../processes/process.ts";
import { boundsOf } from "./capabilities.ts";

/** Text of `/proc/N/status` for a process of a container; without one, for the process that holds a pod together. */
export const statusFile = (process: Process | undefined, { pid, ppid, umask = 0o022, name }: Described): string => {
  const { user, group, groups } = process === undefined ? SANDBOX : identityOf(process);
  const { allowPrivilegeEscalation } = (process?.start.container.securityContext ?? {}) as Confinement;
  const all = boundsOf(process?.start.container ?? SANDBOX_CONTAINER);
  const bits = (held: bigint): string => held.toString(16).padStart(16, "0");
  const own = user === 0 ? all : 0n;
  return [
    `Name:\t${name}`,
    `Umask:\t${umask.toString(8).padStart(4, "0")}`,
    "State:\tS (sleeping)",
    `Tgid:\t${pid}`,
    "Ngid:\t0",
    `Pid:\t${pid}`,
    `PPid:\t${ppid}`,
    "TracerPid:\t0",
    `Uid:${`\t${user}`.repeat(4)}`,
    `Gid:${`\t${group}`.repeat(4)}`,
    "FDSize:\t64",
    `Groups:\t${(groups.length === 0 ? [group] : groups).map((one) => `${one} `).join("")}`,
    `NStgid:\t${pid}`,
    `NSpid:\t${pid}`,
    "VmPeak:\t    2268 kB",
    "VmSize:\t    2268 kB",
    "VmHWM:\t    1444 kB",
    "VmRSS:\t    1444 kB",
    "VmSwap:\t       0 kB",
    "Threads:\t1",
    "SigQ:\t1/96364",
    "CapInh:\t0000000000000000",
    `CapPrm:\t${bits(own)}`,
    `CapEff:\t${bits(own)}`,
    `CapBnd:\t${bits(all)}`,
    "CapAmb:\t0000000000000000",
    `NoNewPrivs:\t${allowPrivilegeEscalation === false ? 1 : 0}`,
    "Seccomp:\t0",
    "Seccomp_filters:\t0",
    "Cpus_allowed:\t3",
    "Cpus_allowed_list:\t0-1",
    "",
  ].join("\n");
};

type Described = Pick<Proc, "pid" | "ppid" | "umask"> & { readonly name: string };

const SANDBOX_CONTAINER: Container = { name: "" };
const SANDBOX = { user: 65_535, group: 65_535, groups: [] };

interface Confinement {
  readonly allowPrivilegeEscalation?: boolean;
}
