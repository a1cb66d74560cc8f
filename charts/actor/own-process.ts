import { readdirSync, readFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { programsOf } from "#sim/processes/app-program.ts";
import { PROCESSES, type Process } from "#sim/processes/process.ts";
import { createLoneWorld, type World } from "#sim/programs/runtime/lone-world.ts";
import { SCRIPT_FOLDER } from "#sim/stores/mongo/server/init-scripts.ts";

/** The program's own process, in a world that holds nothing else. */
export interface OwnProcess {
  readonly world: World;
  readonly process: Process;
}

/** Creates the model of this process from its container, as the simulator's kubelet would. */
export const createOwnProcess = (program: string, words: readonly string[]): OwnProcess => {
  const nowMs = Date.now();
  const world = createLoneWorld(`${hostname()}/${process.hrtime.bigint()}`, nowMs);
  const [command = "", ...args] = words;
  const podIP = ownAddress();
  const app = readBehaviours()
    .flatMap(programsOf)
    .find(({ id }) => id === program);
  const process_: Process = {
    key: OWN_KEY,
    // Nothing tells a process which run of its container it is: each run gets an id of its own.
    podUid: world.rng("own/uid").uint32().toString(16).padStart(8, "0"),
    program,
    ...(app && { app }),
    startedAtMs: nowMs,
    phase: "booting",
    ports: [],
    start: {
      key: OWN_KEY,
      pod: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: hostname() },
        spec: { containers: [] },
        status: podIP === undefined ? {} : { podIP },
      },
      container: { name: "main", command: [command], args },
      isInit: false,
      restartCount: 0,
      env: definedVariables(),
      files: readFiles([...(app === undefined ? [] : settingFiles(app.app)), SCRIPT_FOLDER]),
      volumes: {},
      words,
    },
  };
  world.map<Process>(PROCESSES).set(OWN_KEY, process_);
  return { world, process: process_ };
};

/** Descriptions of the applications whose programs this image holds. */
const readBehaviours = (): readonly AppBehaviour[] => {
  const text = readText(BEHAVIOURS_PATH);
  return text === undefined ? [] : (JSON.parse(text) as readonly AppBehaviour[]);
};

/** Path in an image of the descriptions of its programs' applications, as a JSON list. */
export const BEHAVIOURS_PATH = "/usr/local/lib/service/behaviours.json";

/** Files that hold settings of an application's programs. */
const settingFiles = ({ settings }: AppBehaviour): readonly string[] => [
  ...new Set(Object.values(settings).flatMap(({ file }) => (file === undefined ? [] : [file]))),
];

const OWN_KEY = "own/pod/main";

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.internal === false && address.family === "IPv4")?.address;

const definedVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Reads the files and folders that programs read; missing ones are left out. */
const readFiles = (paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paths
      .flatMap((path) => (path.endsWith("/") ? filesIn(path) : [path]))
      .map((path) => [path, readText(path)] as const)
      .filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  );

const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
};

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
};
