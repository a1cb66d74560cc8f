import { formatImageReference, type ImageReference, parseImageReference } from "./image-reference.ts";
import { digestOf, IMAGES, type Image } from "./images.ts";
import type { ImageResolution } from "./process.ts";

/** Answers for an image reference as containerd does when it resolves it at its registry. */
export const resolveReference = (reference: string): ImageResolution => {
  const parsed = parseImageReference(reference);
  if (parsed === undefined) return { kind: "invalid-name", message: `couldn't parse image name "${reference}": invalid reference format` };
  const repository = `${parsed.domain}/${parsed.path}`;
  const image = BY_REPOSITORY.get(repository);
  const tag = image === undefined ? undefined : tagOf(image, parsed);
  if (image !== undefined && tag !== undefined) {
    return { kind: "found", imageId: `${repository}@${digestOf(image, tag)}`, sizeBytes: image.sizeBytes };
  }
  return { kind: "missing", message: describeMissing(parsed, image !== undefined) };
};

/** The image behind a reference; undefined when no registry has it. */
export const findImage = (reference: string): Image | undefined => {
  const parsed = parseImageReference(reference);
  const image = parsed === undefined ? undefined : BY_REPOSITORY.get(`${parsed.domain}/${parsed.path}`);
  return image !== undefined && tagOf(image, parsed as ImageReference) !== undefined ? image : undefined;
};

/** Absolute paths of the executables of an image, sorted; empty for an unknown one. */
export const binariesOf = (reference: string): readonly string[] => Object.keys(findImage(reference)?.binaries ?? {}).sort();

/** The program behind a command word of an image: by path, or by name along $PATH. */
export const programOf = (image: Image, word: string): string | undefined => {
  if (word.includes("/")) return image.binaries[word.startsWith("/") ? word : `${image.workingDir}/${word}`];
  for (const directory of SEARCH_PATH) {
    const program = image.binaries[`${directory}/${word}`];
    if (program !== undefined) return program;
  }
  return undefined;
};

const SEARCH_PATH = ["/go/bin", "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

const BY_REPOSITORY: ReadonlyMap<string, Image> = new Map(IMAGES.map((image) => [image.repository, image]));

const tagOf = (image: Image, { tag, digest }: ImageReference): string | undefined =>
  digest === undefined ? image.tags.find((known) => known === tag) : image.tags.find((known) => digestOf(image, known) === digest);

/** The texts differ by registry: Docker Hub hides what it lacks, ghcr.io refuses the token, an unknown host has no name. */
const describeMissing = (parsed: ImageReference, repositoryExists: boolean): string => {
  const full = formatImageReference(parsed);
  const prefix = `failed to pull and unpack image "${full}": failed to resolve reference "${full}": `;
  if (repositoryExists) return `rpc error: code = NotFound desc = ${prefix}${full}: not found`;
  if (parsed.domain === "docker.io") {
    return `${prefix}pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed`;
  }
  if (parsed.domain === "ghcr.io") {
    const scope = `repository%3A${parsed.path.replaceAll("/", "%2F")}%3Apull`;
    return `${prefix}failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://ghcr.io/token?scope=${scope}&service=ghcr.io: 403 Forbidden`;
  }
  if (KNOWN_DOMAINS.has(parsed.domain)) return `rpc error: code = NotFound desc = ${prefix}${full}: not found`;
  const version = parsed.digest ?? parsed.tag ?? "latest";
  return `${prefix}failed to do request: Head "https://${parsed.domain}/v2/${parsed.path}/manifests/${version}": dial tcp: lookup ${parsed.domain}: no such host`;
};

const KNOWN_DOMAINS = new Set(["registry.k8s.io", "quay.io", "gcr.io"]);
