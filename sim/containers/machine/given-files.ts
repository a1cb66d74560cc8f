import { toBytes } from "#shell/machine/bytes.ts";
import type { FileInfo, Owner } from "#shell/machine/file-system.ts";
import type { Image } from "../../images/image.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { trimmed } from "../../processes/volume-mount-at.ts";
import { givenFileMode } from "./file-owners.ts";
import { projectedLayout } from "./projected-links.ts";
import { RUNTIME_FILES } from "./runtime-files.ts";
import { DEVICES, IMAGE_LINKS, RUNTIME_FOLDERS, STANDARD_FOLDERS } from "./standard-paths.ts";

/** Facts about a path without its owner. */
export type Entry = Omit<FileInfo, keyof Owner>;

/** Files that the image, the runtime and the volumes bring into a container before anybody writes. Paths have no links in their folders. */
export class GivenFiles {
  readonly #world: World;
  readonly #process: Process;

  constructor(world: World, process: Process) {
    this.#world = world;
    this.#process = process;
  }

  /** A file, link or device; undefined for folders and what is not there. An applet is the file that all of them are, unless asked for the link. */
  entry(full: string, follows: boolean): Entry | undefined {
    const { startedAtMs } = this.#process;
    const device = DEVICES[full];
    if (device !== undefined) return { kind: "device", mode: device, sizeBytes: 0, modifiedMs: startedAtMs };
    const target = follows ? undefined : this.link(full);
    if (target !== undefined)
      return { kind: "link", mode: 0o777, sizeBytes: target.length, modifiedMs: this.#isApplet(full) ? 0 : startedAtMs, target };
    const mounted = this.#mounted(full);
    if (mounted !== undefined) return fileEntry(toBytes(mounted).length, givenFileMode(this.#process, full), startedAtMs);
    const runtime = RUNTIME_FILES[full]?.(this.#world, this.#process);
    if (runtime !== undefined) return fileEntry(toBytes(runtime).length, 0o644, startedAtMs);
    const program = this.#image?.binaries[full];
    if (program !== undefined) return fileEntry(program.startsWith("busybox/") ? 1_982_256 : 20_000_000, 0o755, 0);
    const text = this.#image?.files?.[full];
    return text === undefined ? undefined : fileEntry(toBytes(text).length, 0o644, 0);
  }

  /** The text of a file; undefined for what is none. */
  text(full: string): string | undefined {
    return this.#mounted(full) ?? RUNTIME_FILES[full]?.(this.#world, this.#process) ?? this.#image?.files?.[full];
  }

  /** Target of a link. */
  link(full: string): string | undefined {
    return this.followed(full) ?? (this.#isApplet(full) ? "/bin/busybox" : undefined);
  }

  /** Target of a link that has to be followed to find a file: an applet is found at its own name. */
  followed(full: string): string | undefined {
    return IMAGE_LINKS[full] ?? projectedLayout(this.#process).links.get(full) ?? this.#image?.links?.[full];
  }

  /** All paths; folders that hold nothing have a slash at their ends. */
  paths(): readonly string[] {
    const image = this.#image;
    const { links, files } = projectedLayout(this.#process);
    const moved = new Set(files.values());
    return [
      ...(image?.folders ?? STANDARD_FOLDERS),
      ...Object.keys(image?.owned ?? {}).map((path) => `${path}/`),
      ...Object.keys(image?.links ?? {}),
      ...Object.keys(image?.binaries ?? {}),
      ...Object.keys(image?.files ?? {}),
      ...Object.keys(DEVICES),
      ...Object.keys(RUNTIME_FILES),
      ...RUNTIME_FOLDERS,
      ...Object.keys(IMAGE_LINKS).filter((path) => path.startsWith("/dev/")),
      ...Object.keys(this.#process.start.files).filter((path) => !moved.has(path)),
      ...links.keys(),
      ...files.keys(),
      ...(this.#process.start.container.volumeMounts ?? []).map(({ mountPath }) => `${trimmed(mountPath)}/`),
      // The runtime makes the folder in which a container begins.
      ...(this.#process.start.container.workingDir === undefined ? [] : [`${trimmed(this.#process.start.container.workingDir)}/`]),
    ];
  }

  #mounted(full: string): string | undefined {
    return this.#process.start.files[projectedLayout(this.#process).files.get(full) ?? full];
  }

  #isApplet(full: string): boolean {
    return this.#image?.binaries[full]?.startsWith("busybox/") === true && full !== "/bin/busybox";
  }

  get #image(): Image | undefined {
    return this.#process.start.image;
  }
}

/** An entry for a plain file. */
export const fileEntry = (sizeBytes: number, mode: number, modifiedMs: number): Entry => ({ kind: "file", mode, sizeBytes, modifiedMs });
