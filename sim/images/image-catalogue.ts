import { digestText } from "#core/digest.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import { formatImageReference, type ImageReference, parseImageReference } from "#kube/objects/image-reference.ts";
import type { Image } from "./image.ts";
import { linkedImage } from "./linked-image.ts";

/** Images that registries hold. */
export interface ImageCatalogue {
  /** Answer for an image reference as containerd gives it when it resolves it at its registry. */
  readonly resolve: (reference: string) => ImageResolution;
  /** Image behind a reference; undefined when no registry has it. */
  readonly find: (reference: string) => Image | undefined;
}

/** Answer of a registry for an image reference. */
export type ImageResolution =
  | { readonly kind: "found"; readonly imageId: string; readonly sizeBytes: number }
  /** `message` as containerd reports it, without the kubelet's prefix. */
  | { readonly kind: "missing"; readonly message: string }
  | { readonly kind: "invalid-name"; readonly message: string };

/** Makes a catalogue of some images. Tags of one repository may be built from different systems. */
export const createImageCatalogue = (images: readonly Image[]): ImageCatalogue => {
  const byRepository = Map.groupBy(images.map(linkedImage), ({ repository }) => repository);
  const kept = keepUpTo<string, ImageResolution>(RESOLUTIONS_KEPT);
  return {
    // Kubelets ask for the same few images at every try.
    resolve: (reference) => kept(reference, () => Object.freeze(findResolution(byRepository, reference))),
    find: (reference) => {
      const parsed = parseImageReference(reference);
      if (parsed === undefined) return undefined;
      return byRepository.get(`${parsed.domain}/${parsed.path}`)?.find((image) => tagOf(image, parsed) !== undefined);
    },
  };
};

const RESOLUTIONS_KEPT = 1024;

const findResolution = (byRepository: ReadonlyMap<string, readonly Image[]>, reference: string): ImageResolution => {
  const parsed = parseImageReference(reference);
  if (parsed === undefined)
    return { kind: "invalid-name", message: `couldn't parse image name "${reference}": ${describeFormat(reference)}` };
  const repository = `${parsed.domain}/${parsed.path}`;
  const images = byRepository.get(repository);
  for (const image of images ?? []) {
    const tag = tagOf(image, parsed);
    if (tag !== undefined) return { kind: "found", imageId: `${repository}@${digestOf(image, tag)}`, sizeBytes: image.sizeBytes };
  }
  return { kind: "missing", message: describeMissing(parsed, images !== undefined) };
};

/** The program behind a command word of an image: by path, or by name along $PATH. */
export const programOf = (image: Image, word: string): string | undefined => {
  if (word.includes("/")) return image.binaries[word.startsWith("/") ? word : `${image.workingDir}/${word.replace(/^\.\//, "")}`];
  for (const directory of image.env?.["PATH"]?.split(":") ?? SEARCH_PATH) {
    const program = image.binaries[`${directory}/${word}`];
    if (program !== undefined) return program;
  }
  return undefined;
};

const SEARCH_PATH = ["/go/bin", "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

const tagOf = (image: Image, { tag, digest }: ImageReference): string | undefined =>
  digest === undefined ? image.tags.find((known) => known === tag) : image.tags.find((known) => digestOf(image, known) === digest);

/** The manifest digest of one tag of an image; equal in every world. */
const digestOf = ({ repository }: Image, tag: string): string => digestText(`${repository}:${tag}`);

/** Error of a missing image, by registry: Docker Hub denies access, ghcr.io refuses the token, an unknown host does not resolve. */
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
  return prefix + lookupFailure(parsed);
};

/** Error of containerd for an image whose registry's name does not resolve; the reference is a valid one. */
export const describeUnreachable = (reference: string): string => {
  const parsed = parseImageReference(reference) as ImageReference;
  const full = formatImageReference(parsed);
  return `failed to pull and unpack image "${full}": failed to resolve reference "${full}": ${lookupFailure(parsed)}`;
};

const lookupFailure = ({ domain, path, tag, digest }: ImageReference): string => {
  const host = domain === "docker.io" ? "registry-1.docker.io" : domain;
  // Names of the local network are not looked up at the name server.
  const server = host.endsWith(".local") ? "" : ` on ${NAME_SERVER}:53`;
  return `failed to do request: Head "https://${host}/v2/${path}/manifests/${digest ?? tag ?? "latest"}": dial tcp: lookup ${host}${server}: no such host`;
};

/** The resolver of the machines. */
const NAME_SERVER = "172.18.0.1";

/** Error of an invalid reference; a capital letter in the path is reported first. */
const describeFormat = (reference: string): string => {
  const slash = reference.indexOf("/");
  const first = slash < 0 ? "" : reference.slice(0, slash);
  const hasDomain = /[.:]/.test(first) || first === "localhost" || first.toLowerCase() !== first;
  const remainder = hasDomain ? reference.slice(slash + 1) : slash < 0 ? `library/${reference}` : reference;
  const path = remainder.split(":")[0] as string;
  return path.toLowerCase() === path ? "invalid reference format" : `invalid reference format: repository name (${path}) must be lowercase`;
};

const KNOWN_DOMAINS = new Set(["registry.k8s.io", "quay.io", "gcr.io"]);
