import { digestText } from "#core/digest.ts";
import { fromBytes } from "../machine/bytes.ts";
import { bufferFrom, bufferOf, encodeBytes } from "./buffers.ts";
import { createDns } from "./dns-module.ts";
import { createFs } from "./fs-module.ts";
import { display } from "./inspect.ts";
import type { NodeHost } from "./node-events.ts";
import { createHttp, createNet } from "./node-network.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toText } from "./operations.ts";
import { createPath } from "./path-module.ts";
import { isBuffer, throwError } from "./values.ts";

type Args = readonly unknown[];

/** The modules that `require` knows by name. */
export const createModules = (
  runtime: NodeRuntime,
  env: Readonly<Record<string, string>>,
  host: NodeHost,
): Readonly<Record<string, unknown>> => ({
  http: createHttp(runtime, host),
  net: createNet(runtime, host),
  dns: createDns(runtime, host),
  events: runtime.emitters.eventEmitter(),
  os: createOs(env, host),
  path: createPath(runtime.cwd),
  fs: createFs(runtime, host),
  "fs/promises": createFs(runtime, host)["promises"],
  crypto: createCrypto(),
  util: createUtil(runtime),
});

const createOs = (env: Readonly<Record<string, string>>, host: NodeHost): Record<string, unknown> => ({
  hostname: () => env["HOSTNAME"] ?? "",
  platform: () => "linux",
  type: () => "Linux",
  arch: () => "x64",
  tmpdir: () => env["TMPDIR"] ?? "/tmp",
  homedir: () => env["HOME"] ?? "/root",
  cpus: () => [{}, {}],
  totalmem: () => 25_276_502_016,
  networkInterfaces: () => {
    const of = (address: string, netmask: string, internal: boolean) => [{ address, netmask, family: "IPv4", internal }];
    return { lo: of("127.0.0.1", "255.0.0.0", true), eth0: of(host.address(), "255.255.255.0", false) };
  },
  EOL: "\n",
});

const createCrypto = (): Record<string, unknown> => ({
  createHash: ([name]: Args) => {
    if (toText(name) !== "sha256") throwError("Error", "Digest method not supported");
    let bytes = "";
    const hash: Record<string, unknown> = {
      update: ([data]: Args) => {
        bytes += isBuffer(data) ? data.bytes : bufferFrom([data]).bytes;
        return hash;
      },
      digest: ([encoding]: Args) => {
        const hex = digestText(fromBytes(bytes)).slice("sha256:".length);
        const digest = bufferFrom([hex, "hex"]).bytes;
        return encoding === undefined ? bufferOf(digest) : encodeBytes(digest, encoding);
      },
    };
    return hash;
  },
});

const createUtil = (runtime: NodeRuntime): Record<string, unknown> => ({
  inspect: ([value]: Args) => display(value, 1),
  promisify:
    ([callee]: Args) =>
    (args: Args) => {
      const promise = runtime.evaluator.promise();
      const done = ([error, value]: Args): void => (error ? promise.reject(error) : promise.resolve(value));
      runtime.evaluator.call(callee, [...args, done]);
      return promise;
    },
});
