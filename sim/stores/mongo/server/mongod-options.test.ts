import { describe, expect, test } from "vitest";
import type { ProcessStart } from "../../../processes/process.ts";
import { mongodOptions } from "./mongod-options.ts";

const FILE = "/etc/mongod.conf";
const startWith = (args: readonly string[], config?: string) =>
  ({ container: { name: "mongo", args }, files: config === undefined ? {} : { [FILE]: config } }) as unknown as ProcessStart;
const read = (args: readonly string[], config?: string) => mongodOptions(startWith(args, config));

test("a mongod without options listens at 27017, without TLS and for everybody", () => {
  expect(read([])).toEqual({ ok: true, value: { port: 27017, demandsAuth: false, tls: "disabled" } });
});

test("options come from the file, and those of the command line win", () => {
  const config =
    "net:\n  port: 27018\n  tls:\n    mode: requireTLS\n    certificateKeyFile: /tls/tls.pem\nsecurity:\n  authorization: enabled\n";
  expect(read(["--config", FILE], config)).toMatchObject({
    value: { port: 27018, demandsAuth: true, tls: "requireTLS", certificate: "/tls/tls.pem", config: FILE },
  });
  expect(read([`--config=${FILE}`, "--port", "27019", "--tlsMode=allowTLS"], config)).toMatchObject({
    value: { port: 27019, tls: "allowTLS" },
  });
});

describe("a mongod refuses", () => {
  test.each([
    ["a file that is not there", ["-f", FILE], undefined, "Error opening config file: No such file or directory"],
    [
      "a file that is no YAML",
      ["-f", FILE],
      "net: port: 1\n",
      "Error parsing YAML config file: yaml-cpp: error at line 1, column 6: illegal map value",
    ],
    ["a mode that there is not", ["--tlsMode", "on"], undefined, "BadValue: unsupported value for tlsMode on"],
    [
      "TLS without a certificate",
      ["--tlsMode", "requireTLS"],
      undefined,
      "BadValue: need tlsCertificateKeyFile or certificateSelector when TLS is enabled",
    ],
    [
      "a certificate without TLS",
      ["--tlsCertificateKeyFile", "/tls.pem"],
      undefined,
      "BadValue: need to enable TLS via the sslMode/tlsMode flag when using TLS configuration parameters",
    ],
  ])("%s", (_what, args, config, error) => {
    expect(read(args, config)).toEqual({ ok: false, error });
  });
});
