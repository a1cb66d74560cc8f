import { parseAddress } from "#kube/app/address.ts";
import type { World } from "../../../kernel/world.ts";
import { reach } from "../../../network/connections/process-caller.ts";
import type { Process } from "../../../processes/process.ts";
import { PD_CLIENT_PORT, type PdData, type PdMember, pdStore, SERVES_PD } from "./pd-data.ts";

/** A PD cluster as a client finds it. */
export interface PdContact {
  readonly data: PdData;
  readonly leader: PdMember;
  /** Members that answer each other, the leader first. */
  readonly alive: readonly { readonly member: PdMember; readonly process: Process }[];
}

/** Asks the PDs at some addresses, `host:port`, for their cluster; undefined where none answers, or those that do are no majority. */
export const reachPd = (world: World, from: Process, endpoints: readonly string[]): PdContact | undefined => {
  for (const endpoint of endpoints) {
    const { host, port } = parseAddress(endpoint, PD_CLIENT_PORT);
    const reached = reach(world, from, host, port, SERVES_PD);
    const contact = reached.kind === "reached" ? contactAt(world, reached.server) : undefined;
    if (contact !== undefined) return contact;
  }
  return undefined;
};

/** The cluster of a PD that runs; undefined where its members that answer are no majority. */
export const contactAt = (world: World, process: Process): PdContact | undefined => {
  const own = pdDataOf(world, process);
  if (own === undefined) return undefined;
  const alive = own.members.flatMap((member) => {
    const server = member.name === stateOf(world, process)?.name ? process : serverOf(world, process, member);
    return server === undefined ? [] : [{ member, process: server }];
  });
  const [first] = alive;
  if (first === undefined || alive.length * 2 <= own.members.length) return undefined;
  return { data: pdDataOf(world, first.process) ?? own, leader: first.member, alive };
};

/** Replaces what a cluster knows, with all members that can be reached. */
export const keepPdData = (world: World, { alive }: Pick<PdContact, "alive">, data: PdData): void => {
  for (const { process } of alive) {
    const state = stateOf(world, process);
    if (state !== undefined) pdStore.setDataIn({ world, process, path: state.folder }, data);
  }
};

const stateOf = (world: World, process: Process) => pdStore.state(world, { process, port: PD_CLIENT_PORT });

const pdDataOf = (world: World, process: Process): PdData | undefined => {
  const state = stateOf(world, process);
  return state === undefined ? undefined : pdStore.dataIn({ world, process, path: state.folder });
};

const serverOf = (world: World, from: Process, { client }: PdMember): Process | undefined => {
  const { host, port } = parseAddress(client, PD_CLIENT_PORT);
  const reached = reach(world, from, host, port, SERVES_PD);
  return reached.kind === "reached" ? reached.server : undefined;
};
