import { keepFor } from "#core/keep-for.ts";
import type { Container } from "#kube/types/pod.ts";
import { identityOf } from "../../processes/identity.ts";
import type { Process } from "../../processes/process.ts";

/** True where the processes of a container may do what needs a capability: root may, as far as the container was left it. */
export const isCapable = (process: Process, capability: string): boolean => isLeft(process, capability) && identityOf(process).user === 0;

/** True for a capability that was left to a container, whoever its processes run as. */
export const isLeft = ({ start }: Process, capability: string): boolean => (boundsOf(start.container) & bitsOf([capability])) !== 0n;

/** The capabilities that a container's processes can have at most. */
export const boundsOf = keepFor(({ securityContext }: Container): bigint => {
  const { privileged, capabilities } = (securityContext ?? {}) as Confinement;
  return privileged === true ? ALL_CAPABILITIES : capabilityBits(capabilities);
});

interface Confinement {
  readonly privileged?: boolean;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
}

/** All that a kernel knows, one bit each. */
const ALL_CAPABILITIES = (1n << 41n) - 1n;

/** The bits that a runtime leaves a container, with what it asks for in addition and what it gives up. */
const capabilityBits = ({ add = [], drop = [] }: { readonly add?: readonly string[]; readonly drop?: readonly string[] } = {}): bigint => {
  const isAll = (word: string): boolean => word.toUpperCase() === "ALL";
  const begin = add.some(isAll) ? ALL_CAPABILITIES : drop.some(isAll) ? 0n : bitsOf(DEFAULT_CAPABILITIES);
  return (begin & ~bitsOf(drop)) | bitsOf(add);
};

const bitsOf = (names: readonly string[]): bigint =>
  names.reduce((bits, name) => {
    const at = CAPABILITIES.indexOf(name.toUpperCase().replace(/^CAP_/, ""));
    return at < 0 ? bits : bits | (1n << BigInt(at));
  }, 0n);

/** By the number of their bit. */
const CAPABILITIES: readonly string[] = (
  "CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE NET_BROADCAST " +
  "NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT SYS_NICE SYS_RESOURCE " +
  "SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND " +
  "AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE"
).split(" ");

const DEFAULT_CAPABILITIES: readonly string[] =
  "CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE SYS_CHROOT KILL AUDIT_WRITE".split(" ");
