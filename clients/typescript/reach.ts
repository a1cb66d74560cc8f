import { type Client, Metadata, type MetadataOptions, type ServiceError, status } from "@grpc/grpc-js";
import { KubedrillError } from "./errors.ts";
import { isLocal } from "./target.ts";

/** Time in which a server answers that is there, ms. */
export const REACH_MS = 5_000;
/** Part of it, for a last attempt that says why none succeeds. */
const WHY_MS = 1_500;
/** Call that any server answers, if only by saying that it has none of this name. */
const CHECK = "/grpc.health.v1.Health/Check";
/** Variables by which a proxy is named, in the order in which gRPC takes them. */
const PROXIES = ["grpc_proxy", "https_proxy", "http_proxy"];

/** Text that the library puts around a reason. */
const PREFACE = /^No connection established\. Last error: (?:Error: )?/;
const NO_NOTE = /\. Resolution note: $/;

/**
 * Waits until a server answers, not for long, so that a wrong address is told soon rather than taken for a server that restarts.
 * @param totalMs longest wait, ms
 * @throws KubedrillError none does; the message says why, and what to do
 */
export const reach = async (client: Client, target: string, totalMs: number): Promise<void> => {
  const endMs = Date.now() + totalMs;
  // As long as a server may start, and once more for the reason why it fails.
  const silence =
    (await call(client, { waitForReady: true }, endMs - Math.min(WHY_MS, totalMs / 2))) &&
    (await call(client, {}, Math.max(endMs, Date.now() + 100)));
  if (silence !== undefined) throw unreached(target, silence);
};

/** Makes a call. @returns its failure if nobody has answered */
const call = (client: Client, options: MetadataOptions, deadline: number): Promise<ServiceError | undefined> =>
  new Promise((resolve) => {
    const keep = (bytes: Buffer): Buffer => bytes;
    client.makeUnaryRequest(CHECK, keep, keep, Buffer.alloc(0), new Metadata(options), { deadline }, (error) => {
      const isSilent = error?.code === status.UNAVAILABLE || error?.code === status.DEADLINE_EXCEEDED;
      resolve(isSilent ? error : undefined);
    });
  });

const unreached = (target: string, last: ServiceError): KubedrillError => {
  const why = last.code === status.UNAVAILABLE ? last.details.replace(PREFACE, "").replace(NO_NOTE, "") : "it does not answer";
  const proxy = isLocal(target) ? undefined : PROXIES.find((name) => process.env[name]);
  const advice = proxy === undefined ? "" : `; ${proxy} is set: name the host in no_proxy to go without`;
  return new KubedrillError(
    `no server was reached at ${target} (${why}); start one with \`kubedrill serve\`, or correct the address${advice}`,
    { code: "UNAVAILABLE" },
  );
};
