import type { KubeObject } from "#kube/types/meta.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import type { AppProgram } from "../behaviour/app-program.ts";
import type { Image } from "../images/image-parts.ts";

/**
 * The border between the kubelet, which starts and stops containers, and the programs that run in them.
 *
 * The kubelet pulls (`resolveImage`), starts (`startProcess`) and stops (`stopProcess`); a program that ends by itself
 * plans the timer `kubelet/container-exited` with key `namespace/pod/container` and payload `ProcessExit`.
 */
export interface ProcessHost {
  /** Image that a reference resolves to in the registries. Makes no random draw. */
  resolveImage(world: World, reference: string): ImageResolution;
  /** Executes the container's command. A command that the image lacks is refused as runc does. */
  startProcess(world: World, start: ProcessStart): { readonly ok: true } | { readonly ok: false; readonly message: string };
  /** Ends a process from outside (deletion, failed liveness probe): its ports close at once. */
  stopProcess(world: World, processKey: string): void;
}

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

/** Answer of a registry for an image reference. */
export type ImageResolution =
  | { readonly kind: "found"; readonly imageId: string; readonly sizeBytes: number }
  /** `message` as containerd reports it, without the kubelet's prefix. */
  | { readonly kind: "missing"; readonly message: string }
  | { readonly kind: "invalid-name"; readonly message: string };

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

/** Some object, for helpers that take any. */
export type AnyObject = KubeObject;
