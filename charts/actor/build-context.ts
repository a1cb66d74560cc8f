import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundlePrograms } from "./build/bundle-program.ts";
import { componentEntries } from "./build/component-layer.ts";
import { chartImages } from "./build/create-images.ts";
import { folderOf, writeDockerfile } from "./build/dockerfile.ts";

/**
 * Writes a build context for machines that have Docker: `node charts/actor/build-context.ts OUT` makes OUT/Dockerfile, with a target for each
 * image, and what it copies. Then, for each image that a chart names:
 *
 *   docker build OUT --target mongo_4.4.6 -t registry.example/mongo:4.4.6
 */
const [out] = process.argv.slice(2);
if (out === undefined) {
  process.stderr.write("usage: node charts/actor/build-context.ts OUT\n");
  process.exit(2);
}
const root = join(import.meta.dirname, "../..");
const write = (path: string, content: string | Buffer, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
};
const images = chartImages(join(root, "charts"));
for (const [path, program] of await bundlePrograms(root)) write(join(out, "base", path), program, 0o644);
// The Debian image has the small commands itself.
for (const image of images)
  for (const [path, entry] of componentEntries(image.image))
    if (entry.kind === "file" && image.image.binaries[`/${path}`] !== "busybox/bash")
      write(join(out, folderOf(image), path), entry.content, entry.mode);
write(join(out, "Dockerfile"), writeDockerfile(images), 0o644);
