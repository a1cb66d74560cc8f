import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContext } from "node:tls";
import type { ClientOptions } from "#clients/typescript/index.ts";
import { CliError } from "../errors/cli-error.ts";

/** Files of a client of a server with TLS; all missing: plain text. */
export interface TlsPaths {
  /** PEM authorities of the server's certificate; `system`, or missing beside a certificate of one's own: those of this machine. */
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Contents of the files, for a client and for a handshake by itself. */
export interface TlsFiles {
  readonly client: NonNullable<ClientOptions["tls"]>;
  readonly context: SecureContext;
}

/** Reads the files of TLS; undefined: none is named. @throws CliError that names what is wrong with them */
export const readTlsFiles = ({ tlsCa = "", tlsCert = "", tlsKey = "" }: TlsPaths): TlsFiles | undefined => {
  if ((tlsCert === "") !== (tlsKey === "")) throw new CliError("a certificate needs its key: give both --tls-cert and --tls-key");
  if (tlsCa === "" && tlsCert === "") return undefined;
  const authorities = tlsCa === "" || tlsCa === "system" ? undefined : readPem(tlsCa, "CERTIFICATE");
  const shown = tlsCert === "" ? undefined : { certificate: readPem(tlsCert, "CERTIFICATE"), key: readPem(tlsKey, "PRIVATE KEY") };
  const client = shown === undefined ? (authorities ?? true) : { ...shown, ...(authorities && { authorities }) };
  try {
    return { client, context: createSecureContext({ ca: authorities, cert: shown?.certificate, key: shown?.key }) };
  } catch {
    throw new CliError(`${tlsKey} is not the key of the certificate ${tlsCert}`);
  }
};

const readPem = (path: string, kind: string): Buffer => {
  const text = readFile(path);
  if (text.includes(`${kind}-----`)) return text;
  throw new CliError(`${path} holds no ${kind.toLowerCase()} in PEM`);
};

const readFile = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new CliError(`${path} cannot be read (${(cause as NodeJS.ErrnoException).code}); correct its name, or its rights`);
  }
};
