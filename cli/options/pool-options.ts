import type { CliOption } from "../command.ts";

/** The pool options that `serve` and `pool` share. */
export const POOL_OPTIONS: readonly CliOption[] = [
  { flags: "--values <overlay>", description: "lay values-<overlay>.yaml of the app's chart over its values, such as actor" },
  { flags: "--pool <folder>", description: "where the pool's journal and baselines are (default: the user's state folder)" },
  { flags: "--kind-image <image>", description: "kind: image of the nodes (default: the one that this version of kind was made for)" },
  { flags: "--image-archive <files>", description: "kind: archives of images that the nodes get, separated by commas" },
  { flags: "--kind-workers <n>", description: "kind: nodes beside the control plane (default: 0, that takes the pods)" },
  { flags: "--kind-config <file>", description: "kind: its own configuration of a cluster, in place of --kind-workers" },
];

/** Parsed pool options. */
export interface PoolSettingOptions {
  readonly values?: string;
  readonly pool?: string;
  readonly kindImage?: string;
  readonly imageArchive?: string;
  readonly kindWorkers?: string;
  readonly kindConfig?: string;
}

/** Converts pool options into settings of a server. */
export const poolSettingsOf = ({ values, pool, kindImage, imageArchive, kindWorkers, kindConfig }: PoolSettingOptions) => ({
  values,
  poolDirectory: pool,
  kindImage,
  imageArchives: imageArchive,
  kindWorkers,
  kindConfig,
});
