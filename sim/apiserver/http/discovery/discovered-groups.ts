import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { servedRows } from "../../schema/served-resources.ts";
import { modelledGroups, type RemoteGroup, remoteGroups } from "../aggregated-server.ts";

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
  const modelled = modelledGroups(world);
  const key = [...modelled, ...remote.map(({ group, version, isAvailable }) => `${version}.${group} ${isAvailable}`)].join("\n");
  return kept(servedRows(world))(key, () => Object.freeze(derive(servedRows(world), modelled, remote)));
};

const kept = keepFor((_rows: readonly ResourceRow[]) => keepUpTo<string, DiscoveredGroups>(REGISTRATIONS_KEPT));

const REGISTRATIONS_KEPT = 16;

const derive = (rows: readonly ResourceRow[], modelled: readonly string[], remote: readonly RemoteGroup[]): DiscoveredGroups => {
  const isShown = ({ group, version }: ResourceRow): boolean => {
    const server = remote.find((one) => one.group === group && one.version === version);
    return modelled.includes(group) ? server?.isAvailable === true : server === undefined;
  };
  return { rows: rows.filter(isShown), stale: remote.filter(({ isAvailable }) => !isAvailable) };
};
