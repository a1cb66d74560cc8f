import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../kernel/world.ts";
import type { Process, ProcessKey } from "../../processes/process.ts";
import { processesOfPod } from "../network-index.ts";
import { COREFILE_PATH, type Corefile, readCorefile } from "./corefile.ts";

/**
 * Configuration in force at a name server: the Corefile mounted in its container. CoreDNS checks for a new one every 30 s (plugin
 * `reload`); on a real cluster that is added to the kubelet's 60 to 90 s, here it is left out. An invalid one is ignored: CoreDNS keeps the
 * one before.
 * @returns undefined for a server without a Corefile, or without a valid one
 */
export const corefileOf = (world: World, key: ProcessKey): Corefile | undefined => {
  const process = processesOfPod(world, key.slice(0, key.lastIndexOf("/"))).find((candidate) => candidate.key === key);
  return process && corefileIn(process.start.files);
};

/** The valid Corefile among the files of a container, which are replaced as a whole; undefined: there is none. */
export const corefileIn = keepFor((files: Process["start"]["files"]): Corefile | undefined => {
  const text = files[COREFILE_PATH];
  const read = text === undefined ? undefined : readCorefile(text);
  return read?.ok === true ? read.corefile : undefined;
});
