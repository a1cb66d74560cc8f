import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingTool } from "./build/base-layer.ts";
import { createActorImages } from "./build/create-images.ts";
import { writeOciArchive } from "./build/oci-archive.ts";

/**
 * Writes the images of all charts' components as one archive, without a registry and without Docker:
 * `node charts/actor/build-image.ts OUT.tar [REGISTRY]`; the registry is that of `values-actor.yaml` unless given.
 *
 * Load it with `kind load image-archive OUT.tar` or `ctr -n k8s.io images import OUT.tar`.
 */
const [out, registry] = process.argv.slice(2);
if (out === undefined) {
  process.stderr.write("usage: node charts/actor/build-image.ts OUT.tar [REGISTRY]\n");
  process.exit(2);
}
const missing = missingTool();
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}
const images = await createActorImages(join(import.meta.dirname, "../.."), registry);
const archive = writeOciArchive(images, process.arch === "x64" ? "amd64" : process.arch);
writeFileSync(out, archive);
process.stdout.write(`${out}: ${(archive.length / 1e6).toFixed(1)} MB\n${images.map(({ name }) => `  ${name}\n`).join("")}`);
