import type { EphemeralContainer } from "#kube/types/pod.ts";
import type { World } from "../kernel/world.ts";
import type { Process } from "../processes/process.ts";
import { findProcess, podKeyOf } from "../processes/process-keys.ts";
import type { Machine, Neighbourhood } from "./machine/machine.ts";
import type { Proc } from "./machine/process-table.ts";
import { podOf } from "./machine/runtime-files.ts";

/**
 * The containers whose processes one container's can see: all of its pod where the pod shares its processes, and an ephemeral container's target.
 *
 * @param machineFor the machine of another container
 * @param signalled told of a machine that was sent a signal from another container, or that the sandbox was
 */
export const neighbourhoodOf = (
  world: World,
  process: Process,
  { machineFor, signalled }: { readonly machineFor: (process: Process) => Machine; readonly signalled: Neighbourhood["signalled"] },
): Neighbourhood | undefined => {
  const home = homeOf(process);
  const isPodWide = home === POD;
  if (!isPodWide && podOf(world, process).spec.ephemeralContainers === undefined) return undefined;
  return {
    peers: () => peersOf(world, process, home).map(machineFor),
    ...(isPodWide && { sandbox: SANDBOX }),
    signalled,
  };
};

/** The running containers that share their processes with one, in the order in which they started. */
export const peersOf = (world: World, process: Process, home = homeOf(process)): readonly Process[] => {
  const { initContainers = [], containers, ephemeralContainers = [] } = podOf(world, process).spec;
  return [...initContainers, ...containers, ...ephemeralContainers]
    .flatMap(({ name }) => findProcess(world, `${podKeyOf(process)}/${name}`) ?? [])
    .filter((other) => other.key !== process.key && other.podUid === process.podUid && homeOf(other) === home)
    .sort((a, b) => a.startedAtMs - b.startedAtMs);
};

/** Whose processes a container's are among: its own, those of the container that it was made to look into, or the whole pod's. */
const homeOf = ({ start: { pod, container } }: Process): string | typeof POD =>
  pod.spec.shareProcessNamespace === true ? POD : (container as EphemeralContainer).targetContainerName || container.name;

const POD = Symbol("pod");

const SANDBOX: Proc = {
  pid: 1,
  ppid: 0,
  argv: ["/pause"],
  program: { kind: "native" },
  env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
  cwd: "/",
  fds: {},
  wait: undefined,
  signals: [],
  exit: undefined,
  startedAtMs: 0,
};
