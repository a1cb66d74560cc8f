import { decodeBase64, decodeBase64Text } from "#core/base64.ts";

/**
 * Error of a bundle from which the server can load no certificate authority, in its words; undefined when it can, or when there is none. Of
 * a certificate only the outermost frame is read: certificates of a simulated cluster have nothing real inside.
 * @param bundle PEM in base64
 */
export const caBundleProblem = (bundle: string | undefined): string | undefined => {
  if (bundle === undefined || bundle === "") return undefined;
  const text = decodeBase64Text(bundle);
  const blocks = [...text.matchAll(BLOCK)];
  const certificates = blocks.filter(({ groups }) => groups?.["type"] === "CERTIFICATE");
  if (certificates.some(isFramed)) return undefined;
  return `unable to load root certificates: ${parseProblem(text, blocks, certificates.length > 0)}`;
};

/** The certificates of a bundle, without what stands around them. */
export const certificatesOf = (pem: string): readonly string[] =>
  [...pem.matchAll(BLOCK)].filter(({ groups }) => groups?.["type"] === "CERTIFICATE").map(bodyOf);

const BLOCK = /-----BEGIN (?<type>[^\n]*?)-----[ \t]*\r?\n(?<body>[A-Za-z0-9+/=\s]*?)-----END \k<type>-----[ \t]*(?:\r?\n|$)/g;

const bodyOf = ({ groups }: RegExpExecArray): string => (groups?.["body"] ?? "").replace(/\s/g, "");

/** True for a sequence in DER that is as long as it says, or longer. */
const isFramed = (block: RegExpExecArray): boolean => {
  const [tag, first = 0, ...rest] = decodeBase64(bodyOf(block));
  if (tag !== 0x30) return false;
  if (first < 0x80) return rest.length >= first;
  const bytes = first & 0x7f;
  const length = rest.slice(0, bytes).reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes > 0 && rest.length - bytes >= length;
};

/** Error of the first bad entry in a bundle: a malformed certificate, or text that is no PEM. */
const parseProblem = (text: string, blocks: readonly RegExpExecArray[], hasCertificate: boolean): string => {
  if (hasCertificate) return "failed to parse certificate: x509: malformed certificate";
  const last = blocks[blocks.length - 1];
  const isAllRead = last !== undefined && last.index + last[0].length === text.length;
  return isAllRead ? "no valid certificate authority data seen" : "unable to parse bytes as PEM block";
};
