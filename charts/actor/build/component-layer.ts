import type { Image } from "#sim/images/image.ts";
import { NODE_PATH, PROGRAM_PATH } from "./base-layer.ts";
import type { OciConfig } from "./oci-archive.ts";
import { type TarEntry, writeTar } from "./tar.ts";

/** Writes the layer that an image adds to the base: its executables, each a launcher of the catalogue's program, and its files. */
export const writeComponentLayer = (image: Image): Buffer => writeTar(componentEntries(image));

/** Lists the same entries by path. */
export const componentEntries = ({ binaries, files = {}, workingDir }: Image): ReadonlyMap<string, TarEntry> => {
  const entries = new Map<string, TarEntry>();
  if (workingDir !== "/") entries.set(workingDir.slice(1), { kind: "folder", mode: 0o755 });
  for (const [path, text] of Object.entries(files)) entries.set(path.slice(1), { kind: "file", content: Buffer.from(text), mode: 0o644 });
  // The base has a shell already.
  for (const [path, program] of Object.entries(binaries)) if (path !== "/bin/sh") entries.set(path.slice(1), executable(path, program));
  return entries;
};

/** Entry of an executable; the small commands are links to one binary, but for those that it lacks. */
const executable = (path: string, program: string): TarEntry => {
  if (program === "busybox/bash") return { kind: "file", content: Buffer.from('#!/bin/sh\nexec /bin/sh "$@"\n'), mode: 0o755 };
  if (program.startsWith("busybox/") && program !== "busybox/nc") return { kind: "link", target: "/bin/busybox" };
  return { kind: "file", content: launcher(path, program), mode: 0o755 };
};

/** Configuration of the image's containers. */
export const configOf = ({ entrypoint, cmd, workingDir, env = {} }: Image): OciConfig => ({
  Env: [`PATH=${SEARCH_PATH}`, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
  WorkingDir: workingDir,
  ...(entrypoint !== undefined && { Entrypoint: entrypoint }),
  ...(cmd !== undefined && { Cmd: cmd }),
});

const SEARCH_PATH = "/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Script that replaces its shell with the program, so that it is the container's first process and gets its signals. */
const launcher = (path: string, program: string): Buffer =>
  Buffer.from(`#!/bin/sh\nexec ${NODE_PATH} ${NODE_FLAGS.join(" ")} ${PROGRAM_PATH} ${program} ${path} "$@"\n`);

/** Flags of Node.js that save memory at the cost of speed, since components mostly wait. */
const NODE_FLAGS = ["--max-semi-space-size=1", "--max-old-space-size=96", "--no-warnings"];
