import type { Image } from "#sim/images/image.ts";
import { isPlayedApplet, launcher, script } from "./launcher.ts";
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

/** Entry of an executable; the small commands are links to one binary, but for those that it knows by another name or not well enough. */
const executable = (path: string, program: string): TarEntry => {
  if (program === "busybox/bash") return script('exec /bin/sh "$@"');
  const applet = program.startsWith("busybox/") ? program.slice("busybox/".length) : undefined;
  if (applet === undefined || isPlayedApplet(applet)) return launcher(path, program);
  return path.endsWith(`/${applet}`) ? { kind: "link", target: "/bin/busybox" } : script(`exec /bin/busybox ${applet} "$@"`);
};

/** Configuration of the image's containers. */
export const configOf = ({ entrypoint, cmd, workingDir, env = {} }: Image): OciConfig => ({
  Env: [`PATH=${SEARCH_PATH}`, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
  WorkingDir: workingDir,
  ...(entrypoint !== undefined && { Entrypoint: entrypoint }),
  ...(cmd !== undefined && { Cmd: cmd }),
});

const SEARCH_PATH = "/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
