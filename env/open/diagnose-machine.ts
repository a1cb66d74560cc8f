import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { journalOwner } from "#pool/journal/journal-lock.ts";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { cacheFolder } from "../host/cache-folder.ts";
import { poolDirectoryOf, type ServerConfig, stateDirectoryOf, tokenFileOf } from "./config.ts";
import { findPublicFiles } from "./find-public-files.ts";
import { openWarmCache } from "./warm-cache.ts";

/** Finding about the machine that a server would run on. */
export interface MachineCheck {
  readonly name: string;
  /** `lacking`: a server works, with less; `unusable`: it does not start or loses episodes until this is fixed. */
  readonly state: "good" | "lacking" | "unusable";
  /** Finding, with what to do. */
  readonly says: string;
}

/** Checks the machine for a server with these settings, one thing after the other; changes nothing. */
export async function* diagnoseMachine(config: ServerConfig): AsyncGenerator<MachineCheck> {
  for (const [name, check] of Object.entries(CHECKS)) yield { name, ...(await check(config)) };
}

type Finding = Omit<MachineCheck, "name">;

const good = (says: string): Finding => ({ state: "good", says });
const lacking = (says: string): Finding => ({ state: "lacking", says });
const unusable = (says: string): Finding => ({ state: "unusable", says });

const checkNode = (): Finding => {
  const { version } = process;
  return Number(version.slice(1).split(".")[0]) >= NODE_MIN
    ? good(version)
    : unusable(`${version}; the server needs Node ${NODE_MIN}: run it by npx kubedrill, which brings its own`);
};

const NODE_MIN = 24;

const checkPort = async (host: string, port: number | undefined, option: string): Promise<Finding> => {
  if (port === undefined) return good("none is opened");
  const server = createServer();
  const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once("error", resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  if (failure === undefined) return good(port === 0 ? "any free one" : `${host}:${port} is free`);
  return unusable(`${host}:${port} cannot be taken (${failure.code}); stop who has it, or choose another with ${option}`);
};

const checkJournal = (config: ServerConfig): Finding => {
  const directory = stateDirectoryOf(config);
  if (directory === undefined) return lacking("there is none, so that a restart loses all episodes; give a folder with --journal");
  const existing = closestExisting(directory);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return unusable(`${existing} cannot be written; change its owner, or choose another folder with --journal`);
  }
  const { bavail, bsize } = statfsSync(existing);
  const freeMiB = Math.floor((bavail * bsize) / 2 ** 20);
  return freeMiB >= JOURNAL_MIB
    ? good(`${directory} can be written, ${freeMiB} MiB free`)
    : unusable(`${freeMiB} MiB are free for ${directory}; make room for ${JOURNAL_MIB} MiB, or choose another folder with --journal`);
};

/** The lock of a journal that another server writes; one that a dead process left is taken over. */
const checkLock = (config: ServerConfig): Finding => {
  const directory = stateDirectoryOf(config);
  const owner = directory === undefined ? undefined : journalOwner(directory);
  return owner === undefined
    ? good("no other server uses the journal")
    : unusable(`process ${owner.pid} on ${owner.host} uses ${directory}; stop it, or choose another folder with --journal`);
};

/** Modes of what holds secrets: journals name the tasks of episodes, and with a token anybody plays. */
const checkModes = (config: ServerConfig): Finding => {
  const { tokenFile = tokenFileOf(`:${config.port}`), clientTokens } = config;
  const places = [stateDirectoryOf(config), poolDirectoryOf(config), tokenFile, clientTokens].filter(
    (path) => path !== undefined && path !== "",
  );
  const open = places.flatMap((path) => findPublicFiles(path as string));
  return open.length === 0
    ? good("others cannot read journals and tokens")
    : lacking(`others can read ${open[0]}${open.length === 1 ? "" : ` and ${open.length - 1} more`}: chmod -R go= ${open[0]}`);
};

/** Two files of a journal before they are compacted, and as much again. */
const JOURNAL_MIB = 256;

const checkCache = (): Finding => {
  const folder = cacheFolder("");
  const existing = closestExisting(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return lacking(`${existing} cannot be written, so that each start boots its worlds again; ${OTHER_CACHE}`);
  }
  const { bavail, bsize } = statfsSync(existing);
  const freeMiB = Math.floor((bavail * bsize) / 2 ** 20);
  return freeMiB >= CACHE_MIB
    ? good(`${folder} can be written, ${freeMiB} MiB free`)
    : lacking(
        `${freeMiB} MiB are free for ${folder}; booted worlds and compiled code of three builds take ${CACHE_MIB} MiB; ${OTHER_CACHE}`,
      );
};

/** A cache of worlds that servers share, which a server refuses if it is another build's. */
const checkWarmCache = ({ warmCache }: ServerConfig): Finding => {
  if (warmCache === undefined) return good("none is given; variants are booted when they are first needed, and kept in the cache");
  try {
    return good(`${warmCache} has ${openWarmCache(warmCache).worlds} worlds of this build`);
  } catch (error) {
    return unusable((error as Error).message);
  }
};

const OTHER_CACHE = "set XDG_CACHE_HOME to another folder";

/** Worlds of all variants in three builds, and compiled code. */
const CACHE_MIB = 384;

const closestExisting = (path: string): string => (existsSync(path) ? path : closestExisting(dirname(path)));

const checkMemory = ({ threads, memoryMiB: neededMiB }: ServerConfig): Finding => {
  const freeMiB = Math.floor(process.availableMemory() / 2 ** 20);
  const says = `${threads} threads on ${availableParallelism()} cores take up to ${neededMiB} MiB; ${freeMiB} MiB are free`;
  return freeMiB >= neededMiB ? good(says) : lacking(`${says}; set KUBEDRILL_SERVER_MEMORY_MIB, or take fewer with --threads`);
};

const checkPython = async (): Promise<Finding> => {
  const { server_version: wanted } = readBuildFacts();
  try {
    const { stdout } = await promisify(execFile)("python3", ["-c", PYTHON_VERSION], { timeout: PYTHON_MS });
    const found = stdout.trim();
    return found === wanted ? good(found) : lacking(`${found}; this server is ${wanted}: pip install ./clients/python`);
  } catch {
    return lacking("no client for python3 is installed here: pip install ./clients/python, if trainers run on this machine");
  }
};

const PYTHON_VERSION = "from importlib.metadata import version; print(version('kubedrill'))";
const PYTHON_MS = 20_000;

const CHECKS: Readonly<Record<string, (config: ServerConfig) => Finding | Promise<Finding>>> = {
  node: checkNode,
  port: ({ host, port }) => checkPort(host, port, "--listen"),
  "http port": ({ httpHost, httpPort }) => checkPort(httpHost, httpPort, "--http-port"),
  journal: checkJournal,
  lock: checkLock,
  "private files": checkModes,
  cache: checkCache,
  "warm cache": checkWarmCache,
  memory: checkMemory,
  "python client": checkPython,
};
