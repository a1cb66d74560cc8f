import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isPlayedApplet, launcher, NODE_PATH } from "./launcher.ts";
import { type TarEntry, writeTar } from "./tar.ts";

/** Writes the layer that all images share: Node.js with its libraries, a shell with the usual small commands, and the programs. */
export const writeBaseLayer = (programs: ReadonlyMap<string, string>): Buffer => {
  const entries = new Map<string, TarEntry>();
  for (const folder of ["dev", "proc", "root", "run", "sys", "var/run"]) entries.set(folder, { kind: "folder", mode: 0o755 });
  entries.set("tmp", { kind: "folder", mode: 0o1777 });
  for (const [path, text] of Object.entries(TEXTS)) entries.set(path, { kind: "file", content: Buffer.from(text), mode: 0o644 });
  for (const [path, program] of programs) entries.set(path.slice(1), { kind: "file", content: Buffer.from(program), mode: 0o644 });
  addBinary(entries, NODE_PATH.slice(1), process.execPath);
  for (const library of librariesOf(process.execPath)) addBinary(entries, library.slice(1), library);
  addShell(entries);
  return writeTar(entries);
};

const TEXTS: Readonly<Record<string, string>> = {
  "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n",
  "etc/group": "root:x:0:\nnogroup:x:65534:\n",
  "etc/nsswitch.conf": "hosts: files dns\n",
};

const addBinary = (entries: Map<string, TarEntry>, path: string, source: string): void =>
  void entries.set(path, { kind: "file", content: readFileSync(realpathSync(source)), mode: 0o755 });

/** Lists the libraries of a binary, and those that the C library loads by name to resolve hosts. */
const librariesOf = (binary: string): readonly string[] => {
  const listed = execFileSync("ldd", [binary], { encoding: "utf8" });
  const found = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path as string);
  const folders = new Set(found.filter((path) => path.includes("libc.so")).map(dirname));
  const named = [...folders].flatMap((folder) =>
    ["libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2"].map((name) => join(folder, name)).filter(existsSync),
  );
  return [...new Set([...found, ...named])];
};

/**
 * Adds a shell, and the usual small commands, each a link to one binary.
 *
 * The shell is not that binary's own, which would take the commands that it has before those that an image has instead.
 */
const addShell = (entries: Map<string, TarEntry>): void => {
  const busybox = findBusybox();
  if (busybox === undefined || !existsSync(SHELL)) throw new Error(missingTool() ?? "");
  addBinary(entries, "bin/busybox", busybox);
  addBinary(entries, "bin/sh", SHELL);
  for (const library of librariesOf(SHELL)) addBinary(entries, library.slice(1), library);
  for (const path of execFileSync(busybox, ["--list-full"], { encoding: "utf8" }).trim().split("\n")) {
    const applet = basename(path);
    if (entries.has(path)) continue;
    entries.set(path, isPlayedApplet(applet) ? launcher(`/${path}`, `busybox/${applet}`) : { kind: "link", target: "/bin/busybox" });
  }
};

const SHELL = "/bin/dash";

const findBusybox = (): string | undefined => ["/bin/busybox", "/usr/bin/busybox"].find(existsSync);

/** Reason why images cannot be built on this machine; undefined: they can. */
export const missingTool = (): string | undefined => {
  if (process.platform !== "linux") return "images are made of a Linux machine's own binaries; build the Dockerfile instead";
  if (findBusybox() === undefined) return "busybox is missing: install busybox-static, or build the Dockerfile instead";
  return existsSync(SHELL) ? undefined : "dash is missing: install dash, or build the Dockerfile instead";
};
