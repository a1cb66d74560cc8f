import type { AppRecord } from "#kube/app/app.ts";
import { nameCommands } from "./name-commands.ts";
import { nameConfigMaps } from "./name-config-maps.ts";
import { nameImages } from "./name-images.ts";
import { nameObjects } from "./name-objects.ts";
import { namePolicies } from "./name-policies.ts";
import { namePrograms } from "./name-programs.ts";
import { nameSettings } from "./name-settings.ts";
import { nameWorkloadsBeside } from "./name-workloads-beside.ts";

/**
 * Puts before every reference the word for what it is, so that patterns read kinds and never guess them from a name: images with their
 * tags, programs, policies, ConfigMaps and settings. Commands that break something become what they do.
 */
export const nameReferences = (text: string, app: AppRecord): string => READERS.reduce((plain, read) => read(plain, app), text);

const READERS: readonly ((text: string, app: AppRecord) => string)[] = [
  nameCommands,
  nameImages,
  nameObjects,
  nameWorkloadsBeside,
  namePolicies,
  nameConfigMaps,
  namePrograms,
  nameSettings,
];
