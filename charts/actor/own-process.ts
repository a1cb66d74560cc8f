import { readFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { programsOf } from "#sim/processes/app-program.ts";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { createLoneWorld, type World, type WorldParts } from "#sim/programs/runtime/lone-world.ts";
import { mountedFiles } from "./mounted-files.ts";
import { ownNamespace } from "./network/own-namespace.ts";
import { STORE_IMAGE_PATH, type StoreImage } from "./store-container.ts";

/** The program's own process, in a world that holds nothing else. */
export interface OwnProcess {
  readonly world: World;
  readonly process: Process;
}

/** Creates the model of this process from its container, as the simulator's kubelet would. */
export const createOwnProcess = (program: string, words: readonly string[]): OwnProcess => {
  const app = readJson<readonly AppBehaviour[]>(BEHAVIOURS_PATH)
    ?.flatMap(programsOf)
    .find(({ id }) => id === program);
  const files = app === undefined ? mountedFiles() : readFiles(settingFiles(app.app));
  return createProcess({ program, ...(app && { app }) }, words, { files });
};

/** The same of a store, which knows its image, and runs in a world with what containers need. */
export const createStoreProcess = (program: string, words: readonly string[], parts: Partial<WorldParts>): OwnProcess =>
  createProcess({ program }, words, { files: mountedFiles(), ...readJson<StoreImage>(STORE_IMAGE_PATH) }, parts);

interface Contents extends Partial<StoreImage> {
  readonly files: Readonly<Record<string, string>>;
}

const createProcess = (
  program: Pick<Process, "program" | "app">,
  words: readonly string[],
  { files, reference, image }: Contents,
  parts?: Partial<WorldParts>,
): OwnProcess => {
  const nowMs = Date.now();
  const world = createLoneWorld(`${hostname()}/${process.hrtime.bigint()}`, nowMs, parts);
  const [command = "", ...args] = words;
  const podIP = ownAddress();
  const [namespace, name] = [ownNamespace() || "default", hostname()];
  const key = `${namespace}/${name}/main`;
  const process_: Process = {
    key,
    // Nothing tells a process which run of its container it is: each run gets an id of its own.
    podUid: world.rng("own/uid").uint32().toString(16).padStart(8, "0"),
    ...program,
    startedAtMs: nowMs,
    phase: "booting",
    ports: [],
    start: {
      key,
      pod: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { namespace, name },
        spec: { containers: [] },
        status: podIP === undefined ? {} : { podIP },
      },
      container: { name: "main", command: [command], args, ...(reference !== undefined && { image: reference }) },
      isInit: false,
      restartCount: 0,
      env: definedVariables(),
      files,
      volumes: {},
      words,
      ...(image && { image }),
    },
  };
  world.map<Process>(PROCESSES).set(key, process_);
  return { world, process: process_ };
};

/** Path in an image of the descriptions of its programs' applications, as a JSON list. */
export const BEHAVIOURS_PATH = "/usr/local/lib/service/behaviours.json";

const readJson = <T>(path: string): T | undefined => {
  const text = readText(path);
  return text === undefined ? undefined : (JSON.parse(text) as T);
};

/** Files that hold settings of an application's programs. */
const settingFiles = ({ settings }: AppBehaviour): readonly string[] => [
  ...new Set(Object.values(settings).flatMap(({ file }) => (file === undefined ? [] : [file]))),
];

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.internal === false && address.family === "IPv4")?.address;

const definedVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Reads files; missing ones are left out. */
const readFiles = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paths.map((path) => [path, readText(path)] as const).filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
};
