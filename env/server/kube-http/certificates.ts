import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

/** Certificates of a TLS server, and the authority for its clients; PEM texts. */
export interface ServerCertificates {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/**
 * Creates a certificate authority and a server certificate.
 * @param names host names and addresses of who shows it
 * @param purpose of the certificate: a TLS server, or one of its clients
 */
export const createCertificates = async (
  names: readonly string[],
  nowMs: number,
  purpose: "serverAuth" | "clientAuth" = "serverAuth",
): Promise<ServerCertificates> => {
  x509.cryptoProvider.set(webcrypto as never);
  const [authorityKeys, serverKeys] = await Promise.all([createKeys(), createKeys()]);
  const span = { notBefore: new Date(nowMs - BACKDATED_MS), notAfter: new Date(nowMs + VALID_MS), signingAlgorithm: SIGNING };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...span,
    serialNumber: "01",
    name: "CN=kubernetes",
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment | x509.KeyUsageFlags.keyCertSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const server = await x509.X509CertificateGenerator.create({
    ...span,
    serialNumber: "02",
    subject: "CN=kube-apiserver",
    issuer: authority.subject,
    signingKey: authorityKeys.privateKey,
    publicKey: serverKeys.publicKey,
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[purpose]]),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
      new x509.SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isAddress(name) ? ("ip" as const) : ("dns" as const), value: name })),
      ),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", serverKeys.privateKey);
  return { authority: pem(authority), certificate: pem(server), key: `${x509.PemConverter.encode(pkcs8, "PRIVATE KEY")}\n` };
};

const BACKDATED_MS = 300_000;
const VALID_MS = 365 * 86_400_000;

const KEY = { name: "ECDSA", namedCurve: "P-256" };
const SIGNING = { name: "ECDSA", hash: "SHA-256" };

const createKeys = async (): Promise<webcrypto.CryptoKeyPair> =>
  (await webcrypto.subtle.generateKey(KEY, true, ["sign", "verify"])) as webcrypto.CryptoKeyPair;

const isAddress = (name: string): boolean => /^[\d.]+$/.test(name) || name.includes(":");

const pem = (certificate: x509.X509Certificate): string => `${certificate.toString("pem")}\n`;
