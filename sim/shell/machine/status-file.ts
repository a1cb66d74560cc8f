import { identityOf } from "../../apps/identity.ts";
import type { Process } from "../../apps/process.ts";
import { ALL_CAPABILITIES, capabilityBits } from "./capabilities.ts";

/** What the kernel tells of a process, as far as it is the same for all in a container. */
export const statusFile = (process: Process, pid: number | undefined): string => {
  const { user, group, groups } = identityOf(process);
  const { allowPrivilegeEscalation, capabilities, privileged } = (process.start.container.securityContext ?? {}) as Confinement;
  const all = privileged === true ? ALL_CAPABILITIES : capabilityBits(capabilities);
  const bits = (held: bigint): string => held.toString(16).padStart(16, "0");
  const own = user === 0 ? all : 0n;
  const name = (process.start.words?.[0] ?? "").replace(/^.*\//, "").slice(0, 15);
  return [
    ...(pid === undefined ? [] : [`Name:\t${name}`]),
    "Umask:\t0022",
    "State:\tS (sleeping)",
    ...(pid === undefined ? [] : [`Pid:\t${pid}`, "PPid:\t0"]),
    `Uid:${`\t${user}`.repeat(4)}`,
    `Gid:${`\t${group}`.repeat(4)}`,
    `Groups:\t${(groups.length === 0 ? [group] : groups).map((one) => `${one} `).join("")}`,
    "CapInh:\t0000000000000000",
    `CapPrm:\t${bits(own)}`,
    `CapEff:\t${bits(own)}`,
    `CapBnd:\t${bits(all)}`,
    "CapAmb:\t0000000000000000",
    `NoNewPrivs:\t${allowPrivilegeEscalation === false ? 1 : 0}`,
    "Seccomp:\t0",
    "",
  ].join("\n");
};

interface Confinement {
  readonly allowPrivilegeEscalation?: boolean;
  readonly privileged?: boolean;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
}
