import type { Container, Pod } from "#kube/types/pod.ts";
import type { Image } from "../images/image.ts";
import type { AppProgram } from "./app-program.ts";

/** `namespace/pod/container`. */
export type ProcessKey = string;

/** Input of a process from the kubelet: everything that it can see is in here. */
export interface ProcessStart {
  readonly key: ProcessKey;
  readonly pod: Pod;
  readonly container: Container;
  readonly isInit: boolean;
  readonly restartCount: number;
  /** Fully resolved: literals, ConfigMap and Secret references, field references, service links. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path → content, of mounted ConfigMaps, Secrets and projected volumes, as they were at start. */
  readonly files: Readonly<Record<string, string>>;
  /** Mount path → PersistentVolume name (for claims) or `emptydir:<podUid>/<volume>`, under which data is kept. */
  readonly volumes: Readonly<Record<string, string>>;
  /** The command line in force, once started: the container's words, else the image's. Filled in by the host. */
  readonly words?: readonly string[];
  /** The image that it runs, once started. Filled in by the host. */
  readonly image?: Image;
}

/** A process of a running container, in `world.map("processes")` by its key; immutable. */
export interface Process {
  readonly key: ProcessKey;
  readonly podUid: string;
  readonly start: ProcessStart;
  /** Program of the image that runs: `geo`, `mongod`, `busybox/sh`, …. */
  readonly program: string;
  /** Application program's description; missing for other programs. */
  readonly app?: AppProgram;
  readonly startedAtMs: number;
  readonly phase: "booting" | "running";
  /** Listening sockets; empty while booting. `serves` names the API spoken there (`http/frontend`, `grpc/geo`, `mongodb`, `memcached`, `consul`, …). */
  readonly ports: readonly { readonly port: number; readonly protocol: "TCP" | "UDP"; readonly serves: string }[];
}

/** End of a process. */
export interface ProcessExit {
  /** Equal to the Process's, so that a late exit of an earlier instance is ignored. */
  readonly startedAtMs: number;
  readonly exitCode: number;
  readonly reason: "Completed" | "Error" | "OOMKilled";
}

/** Name of the map of running processes. */
export const PROCESSES = "processes";

/** Name of the log of process starts and ends, from which logs are derived. */
export const PROCESS_HISTORY = "process-history";

/** One start or end, oldest first in the log. */
export type ProcessRecord =
  | { readonly kind: "started"; readonly atMs: number; readonly process: Process }
  | { readonly kind: "listening"; readonly atMs: number; readonly process: Process }
  | {
      readonly kind: "ended";
      readonly atMs: number;
      readonly process: Process;
      readonly exit: ProcessExit /** Last words, in the program's style. */;
      readonly lines: readonly string[];
    };
