import type { CliOption } from "../command.ts";

/** The pool options that `serve` and `pool` share. */
export const POOL_OPTIONS: readonly CliOption[] = [
  { flags: "--values <overlay>", description: "lay values-<overlay>.yaml of the app's chart over its values, such as actor" },
  {
    flags: "--variants <ids>",
    description:
      "forms of the app that new slots get in turn, separated by commas: ids, standard (the published form), train, eval (those held out for it) or all; slots that there are keep theirs (default: train with values that name an imageRegistry, as actor does, since each variant needs an image of its own; else standard)",
  },
  { flags: "--pool <folder>", description: "where the pool's journal and baselines are (default: the user's state folder)" },
  { flags: "--kind-image <image>", description: "kind: image of the nodes (default: the one that this version of kind was made for)" },
  { flags: "--image-archive <files>", description: "kind: archives of images that the nodes get, separated by commas" },
  { flags: "--kind-workers <n>", description: "kind: nodes beside the control plane (default: 0, that takes the pods)" },
  { flags: "--kind-config <file>", description: "kind: its own configuration of a cluster, in place of --kind-workers" },
];

/** Parsed pool options. */
export interface PoolSettingOptions {
  readonly values?: string;
  readonly variants?: string;
  readonly pool?: string;
  readonly kindImage?: string;
  readonly imageArchive?: string;
  readonly kindWorkers?: string;
  readonly kindConfig?: string;
}

/** Converts pool options into settings of a server. */
export const poolSettingsOf = ({ values, variants, pool, kindImage, imageArchive, kindWorkers, kindConfig }: PoolSettingOptions) => ({
  values,
  variants,
  poolDirectory: pool,
  kindImage,
  imageArchives: imageArchive,
  kindWorkers,
  kindConfig,
});
