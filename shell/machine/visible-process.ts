import type { Machine } from "./machine.ts";
import type { Proc } from "./process-table.ts";

/** A process with its machine; none: it holds together the machines that share their processes. */
export interface VisibleProcess<M extends Machine = Machine> {
  readonly proc: Proc;
  readonly machine: M | undefined;
}

/** Name of a process as the kernel keeps it: at most 15 characters. */
export const shortName = ({ comm, argv }: Proc): string => (comm ?? (argv[0] ?? "").replace(/^.*\//, "")).slice(0, 15);

/** Number of the user whom a process runs as. */
export const userOf = ({ machine }: VisibleProcess): number => machine?.users.identity.user ?? NOBODY;

/** Number of the group that a process runs in. */
export const groupOf = ({ machine }: VisibleProcess): number => machine?.users.identity.group ?? NOBODY;

/** Account of the pause container. */
const NOBODY = 65_535;
