import { decodeBase64 } from "#core/base64.ts";
import { textOfBytes } from "#core/latin1.ts";
import { labelsText } from "#kube/table/column.ts";
import { humanDuration } from "#kube/table/human-duration.ts";
import { rfc1123 } from "../print/rfc1123.ts";
import { CommandFailure } from "../session/errors.ts";
import { type CertificateSubject, readCertificateSubject } from "./certificate-subject.ts";
import { type DescribeContext, describeEvents } from "./describer.ts";
import type { DescribeWriter } from "./writer.ts";

interface CertificateRequest {
  readonly spec: {
    readonly request: string;
    readonly signerName?: string;
    readonly expirationSeconds?: number;
    readonly username?: string;
  };
  readonly status?: { readonly conditions?: readonly { readonly type: string }[]; readonly certificate?: string };
}

/** Describes a CertificateSigningRequest with the names that it asks for. */
export const describeCertificateRequest = async (context: DescribeContext): Promise<void> => {
  const { writer, object } = context;
  const { metadata } = object;
  const { spec, status } = object as unknown as CertificateRequest;
  const pem = textOfBytes(decodeBase64(spec.request));
  const block = /-----BEGIN CERTIFICATE REQUEST-----\r?\n([\s\S]*?)-----END CERTIFICATE REQUEST-----/.exec(pem)?.[1];
  if (block === undefined) throw new CommandFailure("Error parsing CSR: PEM block type must be CERTIFICATE REQUEST");
  const subject = readCertificateSubject(decodeBase64(block));
  if (subject === undefined) throw new CommandFailure("Error parsing CSR: asn1: structure error: malformed certificate request");
  writer.line(0, `Name:\t${metadata.name}`);
  writer.line(0, `Labels:\t${labelsText(metadata.labels)}`);
  writer.line(0, `Annotations:\t${labelsText(metadata.annotations)}`);
  writer.line(0, `CreationTimestamp:\t${rfc1123(metadata.creationTimestamp)}`);
  writer.line(0, `Requesting User:\t${spec.username ?? ""}`);
  if (spec.signerName) writer.line(0, `Signer:\t${spec.signerName}`);
  if (spec.expirationSeconds !== undefined) writer.line(0, `Requested Duration:\t${humanDuration(spec.expirationSeconds * 1000)}`);
  writer.line(0, `Status:\t${statusText(status)}`);
  writeSubject(writer, subject);
  await describeEvents(context);
};

const statusText = (status: CertificateRequest["status"]): string => {
  const types = (status?.conditions ?? []).map(({ type }) => type);
  const decision = types.includes("Denied") ? "Denied" : types.includes("Approved") ? "Approved" : "Pending";
  return `${decision}${types.includes("Failed") ? ",Failed" : ""}${status?.certificate ? ",Issued" : ""}`;
};

/** Parts of a subject after its name and its number, in the order of the description. */
const PARTS = [
  ["Organization", "2.5.4.10"],
  ["Organizational Unit", "2.5.4.11"],
  ["Country", "2.5.4.6"],
  ["Locality", "2.5.4.7"],
  ["Province", "2.5.4.8"],
  ["StreetAddress", "2.5.4.9"],
  ["PostalCode", "2.5.4.17"],
] as const;

const writeSubject = (writer: DescribeWriter, { parts, dnsNames, emails, uris, addresses }: CertificateSubject): void => {
  const list = (title: string, values: readonly string[]): void => {
    if (values.length > 0) writer.raw(`\t${title}:\t${values.join("\n\t\t")}\n`);
  };
  writer.raw(`Subject:\n\tCommon Name:\t${parts.get("2.5.4.3")?.at(-1) ?? ""}\n\tSerial Number:\t${parts.get("2.5.4.5")?.at(-1) ?? ""}\n`);
  for (const [title, identifier] of PARTS) list(title, parts.get(identifier) ?? []);
  if (dnsNames.length + emails.length + uris.length + addresses.length === 0) return;
  writer.raw("Subject Alternative Names:\n");
  list("DNS Names", dnsNames);
  list("Email Addresses", emails);
  list("URIs", uris);
  list("IP Addresses", addresses);
};
