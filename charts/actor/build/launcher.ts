import { isStoreProgram } from "#sim/stores/runtime/store-images.ts";
import type { TarEntry } from "./tar.ts";

/** Path of Node.js, at which no image has a program of its own. */
export const NODE_PATH = "/usr/local/lib/service/node";
/** Paths of the bundles: of what plays programs, and of what plays stores, which is more than the others need. */
export const PROGRAM_PATH = "/usr/local/lib/service/main.cjs";
export const STORE_PATH = "/usr/local/lib/service/store.cjs";

/** Executable at a path that replaces its shell with a program, so that it is the container's first process and gets its signals. */
export const launcher = (path: string, program: string): TarEntry =>
  script(`exec ${NODE_PATH} ${NODE_FLAGS.join(" ")} ${isStoreProgram(program) ? STORE_PATH : PROGRAM_PATH} ${program} ${path} "$@"`);

/** Flags of Node.js that save memory at the cost of speed, since components mostly wait. */
const NODE_FLAGS = ["--max-semi-space-size=1", "--max-old-space-size=96", "--no-warnings"];

export const script = (command: string): TarEntry => ({ kind: "file", content: Buffer.from(`#!/bin/sh\n${command}\n`), mode: 0o755 });

/** True for a small command that the distributions' busybox is built without the usual options of. */
export const isPlayedApplet = (applet: string): boolean => applet === "nc";
