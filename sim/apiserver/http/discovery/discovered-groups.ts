import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { servedRows } from "../../schema/served-resources.ts";
import { isModelled, type RemoteGroup, remoteGroups } from "../aggregated-server.ts";

/** Contents of discovery. */
export interface DiscoveredGroups {
  /** Resources of all servers that answer, in the order of discovery. */
  readonly rows: readonly ResourceRow[];
  /** Versions of groups whose server does not answer. */
  readonly stale: readonly RemoteGroup[];
}

/** Contents of discovery at this instant; the same value as long as nothing about it changes. */
export const discoveredGroups = (world: World): DiscoveredGroups => {
  const remote = remoteGroups(world);
  const key = remote.map(({ group, version, isAvailable }) => `${version}.${group} ${isAvailable}`).join("\n");
  return kept(servedRows(world))(key, () => Object.freeze(derive(world, remote)));
};

const kept = keepFor((_rows: readonly ResourceRow[]) => keepUpTo<string, DiscoveredGroups>(REGISTRATIONS_KEPT));

const REGISTRATIONS_KEPT = 16;

const derive = (world: World, remote: readonly RemoteGroup[]): DiscoveredGroups => {
  const isShown = ({ group, version }: ResourceRow): boolean => {
    const server = remote.find((one) => one.group === group && one.version === version);
    return server === undefined ? !isModelled(world, group) : server.isAvailable && isModelled(world, group);
  };
  return { rows: servedRows(world).filter(isShown), stale: remote.filter(({ isAvailable }) => !isAvailable) };
};
