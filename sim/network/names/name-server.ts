import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../kernel/world.ts";
import type { Process, ProcessKey } from "../../processes/process.ts";
import { processesOfPod } from "../network-index.ts";
import { COREFILE_PATH, type Corefile, readCorefile } from "./corefile.ts";

/**
 * The configuration that a name server answers by: the Corefile as it is mounted in its container.
 *
 * CoreDNS looks for a new one every 30 s (its plugin `reload`); that is added to the kubelet's 60 to 90 s on a real
 * cluster and left out here. One that it cannot read counts for nothing: CoreDNS goes on with the one before.
 * @returns undefined for a server that has no Corefile, or none that can be read
 */
export const corefileOf = (world: World, key: ProcessKey): Corefile | undefined => {
  const process = processesOfPod(world, key.slice(0, key.lastIndexOf("/"))).find((candidate) => candidate.key === key);
  return process && readFiles(process.start.files);
};

/** The files of a container are replaced as a whole. */
const readFiles = keepFor((files: Process["start"]["files"]): Corefile | undefined => {
  const text = files[COREFILE_PATH];
  const read = text === undefined ? undefined : readCorefile(text);
  return read?.ok === true ? read.corefile : undefined;
});
