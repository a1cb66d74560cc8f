import { parseDocument } from "yaml";
import { keepFor } from "#core/keep-for.ts";
import { err, ok, type Result } from "#core/result.ts";
import { commandOption } from "#kube/app/command-option.ts";
import { valueAt } from "#kube/app/value-at.ts";
import type { ProcessStart } from "../../../processes/process.ts";

/** Options of a mongod, from its command line and the file that `--config` names. */
export interface MongodOptions {
  readonly port: number;
  readonly demandsAuth: boolean;
  readonly tls: TlsMode;
  /** Path of its certificate with the key; missing: it has none. */
  readonly certificate?: string;
  /** Path of the file; missing: it reads none. */
  readonly config?: string;
}

/** Ways in which a mongod takes connections: without TLS, with both, or with TLS alone. */
export type TlsMode = (typeof TLS_MODES)[number];

const TLS_MODES = ["disabled", "allowTLS", "preferTLS", "requireTLS"] as const;

/** Reads the options of a start. @returns them, or the words with which mongod refuses them */
export const mongodOptions = keepFor((start: ProcessStart): Result<MongodOptions, string> => {
  const words = [...(start.container.command ?? []), ...(start.container.args ?? [])];
  const option = (...names: readonly string[]) => names.map((name) => commandOption(words, name)).find((value) => value !== undefined);
  const config = option("--config", "-f");
  const read = config === undefined ? ok({}) : readConfig(start.files[config] ?? start.image?.files?.[config]);
  if (!read.ok) return read;
  const setting = (path: string, ...names: readonly string[]): string | undefined => {
    const value = option(...names) ?? valueAt(read.value, path);
    return value === undefined || value === null ? undefined : `${value}`;
  };
  const mode = setting("net.tls.mode", "--tlsMode") ?? "disabled";
  const tls = TLS_MODES.find((known) => known === mode);
  if (tls === undefined) return err(`BadValue: unsupported value for tlsMode ${mode}`);
  const certificate = setting("net.tls.certificateKeyFile", "--tlsCertificateKeyFile");
  if (tls !== "disabled" && certificate === undefined)
    return err("BadValue: need tlsCertificateKeyFile or certificateSelector when TLS is enabled");
  if (tls === "disabled" && certificate !== undefined)
    return err("BadValue: need to enable TLS via the sslMode/tlsMode flag when using TLS configuration parameters");
  return ok({
    port: Number(setting("net.port", "--port")) || 27017,
    demandsAuth: words.includes("--auth") || setting("security.authorization") === "enabled",
    tls,
    ...(certificate === undefined ? {} : { certificate }),
    ...(config === undefined ? {} : { config }),
  });
});

const readConfig = (text: string | undefined): Result<unknown, string> => {
  if (text === undefined) return err("Error opening config file: No such file or directory");
  const document = parseDocument(text);
  const [error] = document.errors;
  const [at] = error?.linePos ?? [];
  return error === undefined
    ? ok(document.toJS())
    : err(`Error parsing YAML config file: yaml-cpp: error at line ${at?.line}, column ${at?.col}: illegal map value`);
};
