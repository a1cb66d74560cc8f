import type { AppRecord } from "#kube/app/app.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import type { World } from "../../kernel/world.ts";

/** An application that lives in a world and has load on it. */
export interface AppInstall {
  readonly record: AppRecord;
  /** What its own programs do; missing: it has none. */
  readonly behaviour?: AppBehaviour;
  readonly namespace: string;
}

/** Applications of a world, as its parts were configured: `config.apps`. */
export const installedApps = (world: World): readonly AppInstall[] =>
  (world.parts.config["apps"] as readonly AppInstall[] | undefined) ?? NO_APPS;

const NO_APPS: readonly AppInstall[] = [];
