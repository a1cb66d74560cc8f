import { createSlotName } from "../namespaces/slot-name.ts";

/**
 * A name for a cluster that tells whose it is: the pool's own part, so that clusters are found again when a journal is lost,
 * and a part by chance. Nodes are named after it and agents see them, so it reads as any team's would.
 */
export const createClusterName = (prefix: string, owner: string): string =>
  createSlotName(`${prefix.slice(0, PREFIX_MAX)}-${ownerPart(owner)}`);

/** Whether a pool's owner made a cluster of this name. */
export const isNameOf = (name: string, owner: string): boolean => name.split("-").at(-2) === ownerPart(owner);

/** With it a node's name, `…-control-plane`, stays within what a host name may have. */
const PREFIX_MAX = 24;

const ownerPart = (owner: string): string => owner.slice(0, 6);
