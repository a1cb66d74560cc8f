import { lookup } from "node:dns/promises";
import { KubedrillError } from "./errors.ts";
import { checkTarget, isLocal } from "./target.ts";

/** Addresses of several servers. */
export interface Addresses {
  /** The target, as messages name it. */
  readonly text: string;
  /** Host of the target if it is a name, which certificates are for; undefined for a list. */
  readonly name?: string;
  /** Returns the addresses at present, `host:port` each; asks the resolver for a name. @throws KubedrillError it cannot be resolved */
  read(): Promise<readonly string[]>;
}

/**
 * Returns the addresses of a target that stands for several servers: a list, `host:port,host:port`, or a name whose servers come and go
 * (`dns:///name:port`). Undefined for a target that stands for one.
 * @throws TypeError one of its addresses is none, or there are none
 */
export const several = (target: string | readonly string[]): Addresses | undefined => {
  if (typeof target !== "string") return Array.isArray(target) ? listed(target) : undefined;
  const [, host, port] = NAME.exec(target) ?? [];
  if (host !== undefined && port !== undefined)
    return isLocal(target) ? undefined : { text: checkTarget(target), name: host, read: () => resolve(target, host, port) };
  return target.includes(",") && !SCHEMES.test(target) ? listed(target.split(",")) : undefined;
};

const NAME = /^dns:\/\/\/([^\s/,:[\]]+):([0-9]{1,5})$/;
const SCHEMES = /^(?:ipv4|ipv6|unix|dns):/;

const listed = (targets: readonly string[]): Addresses => {
  if (targets.length === 0) throw new TypeError("target is an empty list; give addresses of servers, host:port each");
  const addresses = [...new Set(targets.map((target) => checkTarget(typeof target === "string" ? target.trim() : target)))];
  return { text: addresses.join(","), read: async () => addresses };
};

const resolve = async (target: string, host: string, port: string): Promise<readonly string[]> => {
  const found = await lookup(host, { all: true }).catch((cause: Error) => {
    throw new KubedrillError(`${target} cannot be resolved (${cause.message}); correct the name, or wait until it has servers`, {
      code: "UNAVAILABLE",
    });
  });
  const four = found.filter(({ family }) => family === 4); // a server that has both kinds would be counted twice
  return [...new Set((four.length > 0 ? four : found).map(({ address, family }) => `${family === 4 ? address : `[${address}]`}:${port}`))];
};
