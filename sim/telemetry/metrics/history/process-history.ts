import { keepFor } from "#core/keep-for.ts";
import type { World } from "../../../kernel/world.ts";
import { PROCESS_HISTORY, type Process, type ProcessRecord } from "../../../processes/process.ts";
import { createLogFold } from "./fold-log.ts";

/** One life of a container's process. */
export interface ProcessLife {
  readonly key: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The newest version of the process that had ports open, else the newest one. */
  readonly process: Process;
  readonly startedAtMs: number;
  /** Instant at which it first ran with its ports open; undefined while booting. */
  readonly listeningAtMs: number | undefined;
  /** Its open ports, which change while it runs, oldest first. */
  readonly openings: readonly Opening[];
  readonly endedAtMs: number | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
}

/** Ports that a process holds open from an instant on, and the files that it sees. */
interface Opening {
  readonly fromMs: number;
  readonly ports: Process["ports"];
  readonly files: Process["start"]["files"];
}

/** Every life of every process, oldest first; the same list as long as no process started or ended. */
export const processLives = (world: World): readonly ProcessLife[] => listOf(livesOf(world.log<ProcessRecord>(PROCESS_HISTORY)));

/** The ports that a process held open at an instant; undefined before it ran and after its end. */
export const portsAt = ({ openings, endedAtMs }: ProcessLife, atMs: number): Process["ports"] | undefined =>
  openingAt({ openings, endedAtMs }, atMs)?.ports;

/** The files that a process saw at an instant; undefined before it ran and after its end. */
export const filesAt = (life: ProcessLife, atMs: number): Process["start"]["files"] | undefined => openingAt(life, atMs)?.files;

const openingAt = ({ openings, endedAtMs }: Pick<ProcessLife, "openings" | "endedAtMs">, atMs: number): Opening | undefined =>
  endedAtMs !== undefined && endedAtMs <= atMs ? undefined : openings.findLast(({ fromMs }) => fromMs <= atMs);

/** Tells whether a process had ports open at an instant. */
export const listens = (life: ProcessLife, atMs: number): boolean => (portsAt(life, atMs)?.length ?? 0) > 0;

interface Lives {
  readonly lives: Map<string, ProcessLife>;
}

const listOf = keepFor(({ lives }: Lives): readonly ProcessLife[] => [...lives.values()]);

const livesOf = createLogFold<ProcessRecord, Lives>({
  empty: () => ({ lives: new Map() }),
  copy: ({ lives }) => ({ lives: new Map(lives) }),
  apply: ({ lives }, record) => {
    const { process } = record;
    const id = `${process.key} ${process.startedAtMs}`;
    const known = lives.get(id) ?? bornOf(process);
    if (record.kind === "started") lives.set(id, known);
    else if (record.kind === "listening") lives.set(id, withOpening(known, process, record.atMs));
    else lives.set(id, { ...known, endedAtMs: record.atMs, exitCode: record.exit.exitCode, reason: record.exit.reason });
  },
});

/** Adds an opening. A program that closes its ports had them open before, and telemetry of that time still shows it. */
const withOpening = (life: ProcessLife, process: Process, atMs: number): ProcessLife => ({
  ...life,
  process: process.ports.length > 0 || life.process.ports.length === 0 ? process : life.process,
  listeningAtMs: life.listeningAtMs ?? atMs,
  openings: [...life.openings, { fromMs: atMs, ports: process.ports, files: process.start.files }],
});

const bornOf = (process: Process): ProcessLife => {
  const [namespace = "", pod = "", container = ""] = process.key.split("/");
  return {
    key: process.key,
    namespace,
    pod,
    container,
    process,
    startedAtMs: process.startedAtMs,
    listeningAtMs: undefined,
    openings: [],
    endedAtMs: undefined,
    exitCode: undefined,
    reason: undefined,
  };
};
