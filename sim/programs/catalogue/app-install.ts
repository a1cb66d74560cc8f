import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";

/** Application in a world, with load. */
export interface AppInstall {
  readonly record: AppRecord;
  /** Behaviour of its own programs; missing: it has none. */
  readonly behaviour?: AppBehaviour;
  readonly namespace: string;
}

/** Applications of a world, as its parts were configured: `config.apps`. */
export const installedApps = (world: World): readonly AppInstall[] =>
  (world.parts.config["apps"] as readonly AppInstall[] | undefined) ?? NO_APPS;

const NO_APPS: readonly AppInstall[] = [];
