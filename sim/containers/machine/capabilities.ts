/** All that a kernel knows, one bit each. */
export const ALL_CAPABILITIES = (1n << 41n) - 1n;

/** The bits that a runtime leaves a container, with what it asks for in addition and what it gives up. */
export const capabilityBits = ({
  add = [],
  drop = [],
}: {
  readonly add?: readonly string[];
  readonly drop?: readonly string[];
} = {}): bigint => {
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
