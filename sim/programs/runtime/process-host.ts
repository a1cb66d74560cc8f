import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { Container, VolumeMount } from "#kube/types/pod.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { Image } from "../../images/image.ts";
import { imageBeneath } from "../../images/image-beneath.ts";
import type { ImageResolution } from "../../images/image-catalogue.ts";
import { describeUnreachable } from "../../images/image-catalogue.ts";
import type { World } from "../../kernel/world.ts";
import { type AppProgram, withDefect } from "../../processes/app-program.ts";
import { homeOf } from "../../processes/identity.ts";
import { planSolve } from "../../processes/plan-solve.ts";
import type { Process, ProcessKey, ProcessStart } from "../../processes/process.ts";
import { findProcess, memoryLimitMiB } from "../../processes/process-keys.ts";
import { beginProcess, removeProcess } from "../../processes/process-life.ts";
import { trimmed } from "../../processes/volume-mount-at.ts";
import { catalogueOf, imagesOf } from "../catalogue/app-catalogue.ts";
import { runNow } from "./effect.ts";
import { enterContainer } from "./enter-container.ts";
import { findProgram } from "./find-program.ts";
import { networkOf } from "./world-network.ts";

/** Image that a reference resolves to in the registries. Makes no random draw. */
export const resolveImage = (world: World, reference: string): ImageResolution => imagesOf(world).resolve(reference);

/** The same, asked of the registry: where none can be reached, no image is found. */
export const resolveAtRegistry = (world: World, reference: string): ImageResolution => {
  const found = resolveImage(world, reference);
  const isCutOff = world.map<boolean>(REGISTRIES).get("unreachable") === true;
  return isCutOff && found.kind !== "invalid-name" ? { kind: "missing", message: describeUnreachable(reference) } : found;
};

/** Makes all registries unreachable from the nodes. */
export const cutOffRegistries = (world: World): void => world.map<boolean>(REGISTRIES).set("unreachable", true);

const REGISTRIES = "apps/registries";

/**
 * Executes a container's command. What cannot be mounted or executed is refused as runc does.
 * @param id of the container at its runtime
 */
export const startProcess = (world: World, start: ProcessStart, id = ""): StartResult => {
  const image = imagesOf(world).find(start.container.image ?? "");
  if (image === undefined) return refuse(`no image ${start.container.image}`);
  const [word, ...rest] = argumentsOf(start.container, image);
  if (word === undefined) return refuse("no command specified");
  const draft: Process = {
    key: start.key,
    podUid: start.pod.metadata.uid ?? "",
    start: withArguments({ ...start, image: imageBeneath(image, placesOf(start.container)) }, [word, ...rest]),
    program: "",
    startedAtMs: world.nowMs(),
    phase: "booting",
    ports: [],
  };
  const entered = enterContainer(world, { process: draft, image, word, rootfs: `${CONTAINERS}/${id}/rootfs` });
  if (!entered.ok) return refuse(entered.error);
  const app = appProgramOf(world, image, entered.value);
  const program = findProgram({ program: entered.value, ...(app && { app }) });
  if (program === undefined) return refuse(`unable to start container process: exec: "${word}": executable file not found in $PATH`);
  const process: Process = { ...draft, program: entered.value, ...(app && { app }) };
  if ((memoryLimitMiB(process) ?? Number.POSITIVE_INFINITY) < RUNTIME_NEEDS_MIB) {
    return refuse("unable to start container process: container init was OOM-killed (memory limit too low?)");
  }
  beginProcess(world, process, program);
  return { ok: true };
};

/** The application's own program with an id, as an image has it; undefined for any other. */
const appProgramOf = (world: World, { defects = {} }: Image, id: string): AppProgram | undefined => {
  const [program, defect] = [catalogueOf(world).programs.get(id), defects[id]];
  return program === undefined || defect === undefined ? program : withDefect(program, defect);
};

type StartResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/**
 * Ends a process from outside: its ports close at once.
 *
 * Asked to stop, it leaves where it is known and says farewell; killed, it does neither. A pod that is deleted without
 * grace, or that is gone already, means killed.
 */
export const stopProcess = (world: World, key: ProcessKey, signal?: "TERM" | "KILL"): void => {
  const process = findProcess(world, key);
  if (process === undefined) return;
  const program = findProgram(process);
  const timing = stopTiming(process);
  const isAsked = (signal ?? (isKilled(world, process) ? "KILL" : "TERM")) === "TERM" && timing !== "ignored";
  if (isAsked && program?.leave !== undefined) runNow(program.leave({ world, process, network: networkOf(world, process) }));
  const lines = isAsked && program !== undefined && program.onTerm !== "ignored" ? (program.onTerm.lines?.(world) ?? []) : [];
  const exitCode = isAsked ? timing.exitCode : 137;
  removeProcess(world, process, { startedAtMs: process.startedAtMs, exitCode, reason: exitCode === 0 ? "Completed" : "Error" }, lines);
  planSolve(world);
};

/** Reaction of a process to SIGTERM: time until it exits, and exit code; `ignored`: it runs until SIGKILL (137). */
export const stopTiming = (process: Process): { readonly afterMs: number; readonly exitCode: number } | "ignored" =>
  findProgram(process)?.onTerm ?? "ignored";

/** Command and arguments in force: the container's, else the image's. */
export const argumentsOf = ({ command, args }: Container, { entrypoint = [], cmd = [] }: Image): readonly string[] => {
  const head = command !== undefined && command.length > 0 ? command : entrypoint;
  const tail = args !== undefined && args.length > 0 ? args : command !== undefined && command.length > 0 ? [] : cmd;
  return [...head, ...tail];
};

/** Memory that runc itself needs before the program starts, MiB. */
const RUNTIME_NEEDS_MIB = 3;

const refuse = (why: string): StartResult => ({
  ok: false,
  message: `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: ${why}: unknown`,
});

/** Folder of containerd on the node. */
const CONTAINERS = "/run/containerd/io.containerd.runtime.v2.task/k8s.io";

const placesOf = ({ volumeMounts = NO_MOUNTS }: Container): readonly string[] => volumeMounts.map(({ mountPath }) => trimmed(mountPath));

const NO_MOUNTS: readonly VolumeMount[] = [];

/** A program reads its arguments and variables from here: the image's defaults are filled in. */
const withArguments = (start: ProcessStart & { readonly image: Image }, words: readonly string[]): ProcessStart => {
  const { image } = start;
  const own = { HOSTNAME: start.pod.metadata.name, HOME: homeOf({ start }) };
  return {
    ...start,
    env: filledIn(start.env)(`${start.container.image} ${own.HOSTNAME} ${own.HOME}`, () => variables(start, image, own)),
    words,
  };
};

/** Resolved environments by their input, which is the same at every start of a container. */
const filledIn = keepFor((_given: ProcessStart["env"]) => keepUpTo<string, ProcessStart["env"]>(16));

const variables = ({ env }: ProcessStart, image: Image, own: ProcessStart["env"]): ProcessStart["env"] => ({
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  ...own,
  ...image.env,
  ...env,
});

const isKilled = (world: World, { start }: Process): boolean => {
  const { namespace, name } = start.pod.metadata;
  const pod = getObject(world, "pods", namespace, name);
  return pod === undefined || pod.metadata.deletionGracePeriodSeconds === 0;
};
