import { createHash } from "node:crypto";
import { type TarEntry, writeTar } from "./tar.ts";

/** One image of an archive. Layers that several images share are stored once. */
export interface OciImage {
  /** Name with registry and tag. */
  readonly name: string;
  /** Tar archives, the lowest layer first. */
  readonly layers: readonly Buffer[];
  readonly config: OciConfig;
}

/** Configuration of an image's containers. */
export interface OciConfig {
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
}

/** Writes an OCI layout as a tar archive, as `ctr images import` and `kind load image-archive` read it. */
export const writeOciArchive = (images: readonly OciImage[], architecture: string): Buffer => {
  const blobs = new Map<string, Buffer>();
  const manifests = images.map((image) => addImage(blobs, image, architecture));
  const entries = new Map<string, TarEntry>([
    ["oci-layout", file({ imageLayoutVersion: "1.0.0" })],
    ["index.json", file({ schemaVersion: 2, manifests })],
  ]);
  for (const [digest, content] of blobs) entries.set(`blobs/sha256/${digest}`, { kind: "file", content, mode: 0o644 });
  return writeTar(entries);
};

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const file = (value: unknown): TarEntry => ({ kind: "file", content: json(value), mode: 0o644 });

type Blobs = Map<string, Buffer>;

const addImage = (blobs: Blobs, { name, layers, config }: OciImage, architecture: string): object => {
  const descriptors = layers.map((layer) => addBlob(blobs, layer, "application/vnd.oci.image.layer.v1.tar"));
  const settings = {
    created: EPOCH,
    architecture,
    os: "linux",
    config,
    rootfs: { type: "layers", diff_ids: descriptors.map(({ digest }) => digest) },
    history: layers.map(() => ({ created: EPOCH })),
  };
  const manifest = {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: addBlob(blobs, json(settings), "application/vnd.oci.image.config.v1+json"),
    layers: descriptors,
  };
  return {
    ...addBlob(blobs, json(manifest), manifest.mediaType),
    platform: { architecture, os: "linux" },
    annotations: { "io.containerd.image.name": name, "org.opencontainers.image.ref.name": name.slice(name.lastIndexOf(":") + 1) },
  };
};

/** Creation time of everything, so that equal input gives equal bytes. */
const EPOCH = "1970-01-01T00:00:00Z";

const addBlob = (blobs: Blobs, content: Buffer, mediaType: string) => {
  const digest = createHash("sha256").update(content).digest("hex");
  blobs.set(digest, content);
  return { mediaType, digest: `sha256:${digest}`, size: content.length };
};
