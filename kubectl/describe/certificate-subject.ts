import { decodeUtf8 } from "#core/utf8.ts";
/** Names in a certificate request: the parts of its subject and its alternative names. */
export interface CertificateSubject {
  /** Values of a part of the subject by its object identifier, `2.5.4.3`. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  readonly dnsNames: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  readonly addresses: readonly string[];
}

/**
 * Reads the names out of a certificate signing request (PKCS #10, RFC 2986).
 *
 * @param der the request's bytes
 * @returns undefined if the bytes are not such a request
 */
export const readCertificateSubject = (der: Uint8Array): CertificateSubject | undefined => {
  const info = elementsOf(elementsOf(der)[0])[0];
  const [, name, , attributes] = elementsOf(info);
  if (name?.tag !== SEQUENCE) return undefined;
  const parts = new Map<string, readonly string[]>();
  for (const set of elementsOf(name))
    for (const pair of elementsOf(set)) {
      const [key, value] = elementsOf(pair);
      if (key === undefined || value === undefined) return undefined;
      const identifier = identifierText(key.bytes);
      parts.set(identifier, [...(parts.get(identifier) ?? []), textOf(value)]);
    }
  const alternatives = alternativeNames(elementsOf(attributes));
  const tagged = (tag: number): readonly string[] => alternatives.filter((element) => element.tag === tag).map(textOf);
  const addresses = alternatives.filter(({ tag }) => tag === ADDRESS).map(({ bytes }) => addressText(bytes));
  return { parts, dnsNames: tagged(DNS_NAME), emails: tagged(EMAIL), uris: tagged(URI), addresses };
};

/** One element of DER (X.690): tag, length, contents. */
interface Element {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

const SEQUENCE = 0x30;
const EMAIL = 0x81;
const DNS_NAME = 0x82;
const URI = 0x86;
const ADDRESS = 0x87;
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
const ALTERNATIVE_NAME = "2.5.29.17";

const elementsOf = (parent: Element | Uint8Array | undefined): readonly Element[] => {
  const bytes = parent instanceof Uint8Array ? parent : (parent?.bytes ?? new Uint8Array());
  const elements: Element[] = [];
  for (let at = 0; at + 1 < bytes.length; ) {
    const tag = bytes[at] as number;
    const first = bytes[at + 1] as number;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, at + 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
    const start = at + 2 + lengthBytes;
    if (start + length > bytes.length) return [];
    elements.push({ tag, bytes: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
};

const textOf = ({ bytes }: Element): string => decodeUtf8(bytes);

const identifierText = (bytes: Uint8Array): string => {
  const [first = 0, ...others] = bytes;
  const numbers = [Math.floor(first / 40), first % 40];
  let number = 0;
  for (const byte of others) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  return numbers.join(".");
};

const alternativeNames = (attributes: readonly Element[]): readonly Element[] =>
  attributes
    .map(elementsOf)
    .filter(([key]) => key !== undefined && identifierText(key.bytes) === EXTENSION_REQUEST)
    .flatMap(([, values]) => elementsOf(elementsOf(values)[0]))
    .map(elementsOf)
    .filter(([key]) => key !== undefined && identifierText(key.bytes) === ALTERNATIVE_NAME)
    .flatMap((extension) => elementsOf(elementsOf(extension.at(-1))[0]));

const addressText = (bytes: Uint8Array): string =>
  bytes.length === 4
    ? bytes.join(".")
    : Array.from({ length: bytes.length / 2 }, (_, i) => (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16))
        .join(":")
        .replace(/(^|:)0(:0)+(:|$)/, "::");
