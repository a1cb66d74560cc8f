import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleProgram } from "./build/bundle-program.ts";
import { componentEntries } from "./build/component-layer.ts";
import { chartImages } from "./build/create-images.ts";
import { PROGRAM_PATH } from "./build/launcher.ts";

/** Writes what the Dockerfile copies: `node charts/actor/build-files.ts OUT` makes OUT/base and OUT/NAME/TAG for each image. */
const [out] = process.argv.slice(2);
if (out === undefined) {
  process.stderr.write("usage: node charts/actor/build-files.ts OUT\n");
  process.exit(2);
}
const root = join(import.meta.dirname, "../..");
const write = (path: string, content: string | Buffer, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
};
write(join(out, "base", PROGRAM_PATH), await bundleProgram(root), 0o644);
for (const { folder, tag, image } of chartImages(join(root, "charts"))) {
  // The Debian image has the small commands itself.
  for (const [path, entry] of componentEntries(image))
    if (entry.kind === "file" && image.binaries[`/${path}`] !== "busybox/bash")
      write(join(out, folder, tag, path), entry.content, entry.mode);
}
