/** An image reference in its parts, completed as a container runtime completes it. */
export interface ImageReference {
  /** `docker.io`, `ghcr.io`, `registry.local`. */
  readonly domain: string;
  /** `library/mongo`, `sregym/hotel-reservation`. */
  readonly path: string;
  /** `latest` where neither tag nor digest is given; undefined with a digest alone. */
  readonly tag?: string;
  readonly digest?: string;
}

/** Parses `mongo:4.4.6`; undefined when the runtime could not. */
export const parseImageReference = (text: string): ImageReference | undefined => {
  const match = REFERENCE.exec(text);
  if (match === null) return undefined;
  const [, name = "", tag, digest] = match;
  const slash = name.indexOf("/");
  const first = slash < 0 ? "" : name.slice(0, slash);
  const hasDomain = first.includes(".") || first.includes(":") || first === "localhost";
  const domain = hasDomain ? first : "docker.io";
  const rest = hasDomain ? name.slice(slash + 1) : name;
  if (!PATH.test(rest)) return undefined;
  const path = domain === "docker.io" && !rest.includes("/") ? `library/${rest}` : rest;
  const version = digest === undefined ? { tag: tag ?? "latest" } : { digest, ...(tag === undefined ? {} : { tag }) };
  return { domain, path, ...version };
};

/** Renders a reference in full: `docker.io/library/mongo:4.4.6`. */
export const formatImageReference = ({ domain, path, tag, digest }: ImageReference): string =>
  `${domain}/${path}${tag === undefined ? "" : `:${tag}`}${digest === undefined ? "" : `@${digest}`}`;

/** True if two references name the same image: `mongo:4.4.6` and `docker.io/library/mongo:4.4.6`. */
export const isSameImage = (a: string | undefined, b: string | undefined): boolean => {
  if (a === b) return true;
  const [left, right] = [a, b].map((text) => (text === undefined ? undefined : parseImageReference(text)));
  return left !== undefined && right !== undefined && formatImageReference(left) === formatImageReference(right);
};

const REFERENCE = /^([A-Za-z0-9][A-Za-z0-9._/:-]*?)(?::([\w][\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;
const PATH = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*$/;
