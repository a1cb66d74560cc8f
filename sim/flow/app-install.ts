import type { AppRecord } from "#kube/app/app.ts";
import type { World } from "../kernel/world.ts";
import type { Caller } from "../network/network.ts";

/** An application that lives in a world and has load on it. */
export interface AppInstall {
  readonly record: AppRecord;
  readonly namespace: string;
}

/** The applications of a world, as its parts were configured: `config.apps`. */
export const installedApps = (world: World): readonly AppInstall[] =>
  (world.parts.config["apps"] as readonly AppInstall[] | undefined) ?? [];

/** The load comes from outside the cluster: no namespace, no labels, an address that only ipBlocks can name. */
export const LOAD_CALLER: Caller = { namespace: "", labels: {}, podIP: "192.0.2.10" };

/** Patience of the load's clients. */
export const LOAD_TIMEOUT_MS = 2000;
