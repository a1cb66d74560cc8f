import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildFacts } from "../catalogue/build-facts.ts";
import { type FindTargets, type FoundTargets, findTargets } from "../catalogue/find-targets.ts";
import { cacheFolder } from "../host/cache-folder.ts";
import { writeCached } from "./write-cached.ts";

/**
 * Keeps the targets of an app's faults in the user's cache folder, since finding them takes a booted cluster: the next start of the same
 * build reads them. If the folder cannot be written, nothing is kept and nothing fails.
 *
 * @param access `read`: nothing is written; `shared`: others may read it; missing: nobody but the user
 */
export const keepTargets =
  (folder: string = cacheFolder("targets"), find: FindTargets = findTargets, access: CacheAccess = "private"): FindTargets =>
  async (library, app, backend) => {
    const { build_digest, runtime } = readBuildFacts();
    const [path, build] = [join(folder, `${app.record.name}.json`), `${build_digest} ${runtime}`];
    const kept = read(path);
    if (kept?.build === build) return kept.found;
    const found = await find(library, app, backend);
    if (access !== "read") write(path, { build, found }, access === "shared");
    return found;
  };

/** Use of a folder: its owner's, that of others who read what the owner writes, or reading alone. */
export type CacheAccess = "private" | "shared" | "read";

/** Content of a file: one build's, so that the folder does not grow. */
interface KeptTargets {
  readonly build: string;
  readonly found: FoundTargets;
}

const read = (path: string): KeptTargets | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as KeptTargets;
  } catch {
    return undefined;
  }
};

const write = (path: string, content: KeptTargets, isShared: boolean): void => {
  try {
    writeCached(path, JSON.stringify(content), isShared);
  } catch {
    // The next start finds them again.
  }
};
