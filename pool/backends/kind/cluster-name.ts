import { createSlotName } from "../namespaces/slot-name.ts";

/**
 * Creates a name for a cluster from a prefix, a part that identifies the pool, so that its clusters are found again
 * when a journal is lost, and a random part. Agents see it in node names, so it looks like any team's.
 */
export const createClusterName = (prefix: string, owner: string): string =>
  createSlotName(`${prefix.slice(0, PREFIX_MAX)}-${ownerPart(owner)}`);

/** True for the name of a cluster that the pool of this owner created. */
export const isNameOf = (name: string, owner: string): boolean => name.split("-").at(-2) === ownerPart(owner);

/** Maximum length of the prefix: with it a node's name, `…-control-plane`, is a valid host name. */
const PREFIX_MAX = 24;

const ownerPart = (owner: string): string => owner.slice(0, 6);
