import { digestJson } from "#core/digest.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { Process } from "../../processes/process.ts";
import { isProjected } from "./volume-at.ts";

/** How the kubelet lays out the volumes that it keeps up to date: the files in a folder named for its time, and links that lead there. */
export interface ProjectedLayout {
  /** Path of a link → where it leads. */
  readonly links: ReadonlyMap<string, string>;
  /** Where a file really is → its path among the files of the process. */
  readonly files: ReadonlyMap<string, string>;
}

/** The layout of a container's ConfigMaps, Secrets, downward API and projected volumes; a file mounted alone has no links. */
export const projectedLayout = (process: Process): ProjectedLayout => {
  const known = layouts.get(process);
  if (known !== undefined) return known;
  const links = new Map<string, string>();
  const files = new Map<string, string>();
  const { pod, container } = process.start;
  for (const { name, mountPath, subPath } of container.volumeMounts ?? []) {
    const volume = pod.spec.volumes?.find((candidate) => candidate.name === name);
    if (volume === undefined || !isProjected(volume) || subPath !== undefined) continue;
    const mount = mountPath.replace(/\/+$/, "");
    const paths = Object.keys(process.start.files).filter((path) => path.startsWith(`${mount}/`));
    const folder = timedFolder(process, name, paths);
    links.set(`${mount}/..data`, folder);
    for (const path of paths) {
      const rest = path.slice(mount.length + 1);
      const top = rest.split("/")[0] as string;
      links.set(`${mount}/${top}`, `..data/${top}`);
      files.set(`${mount}/${folder}/${rest}`, path);
    }
  }
  const layout: ProjectedLayout = { links, files };
  layouts.set(process, layout);
  return layout;
};

const layouts = new WeakMap<Process, ProjectedLayout>();

/** `..2026_11_22_18_58_12.1432541293`: when it was written, and a number that is another for other files. */
const timedFolder = ({ start, startedAtMs }: Process, volume: string, paths: readonly string[]): string => {
  const time = toTimestamp(startedAtMs).slice(0, -1).replaceAll(/[-T:]/g, "_");
  const digest = digestJson([start.pod.metadata.uid ?? "", volume, paths.map((path) => start.files[path] ?? "")]);
  return `..${time}.${Number.parseInt(digest.slice("sha256:".length, "sha256:".length + 8), 16)}`;
};
