import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Returns an address of a server if it can be one. @throws TypeError with what would be right */
export const checkTarget = (target: unknown, name = "target"): string => {
  if (typeof target === "string" && isTarget(target)) return target;
  throw new TypeError(
    `${name} is ${show(target)}; give host:port, such as ${suggest(typeof target === "number" ? String(target) : target)}`,
  );
};

/** True if what is sent to an address stays on this machine, so that no proxy may see it. */
export const isLocal = (target: string): boolean => {
  const [scheme, rest] = split(target);
  if (scheme === "unix") return true;
  return rest
    .slice(rest.lastIndexOf("/") + 1)
    .split(",")
    .every((address) => isLocalHost(hostOf(address)));
};

const PORT = 50_051;
const NAME = String.raw`[^\s:/?#@[\],]+`;
const HOST_PORT = new RegExp(String.raw`^(\[[^\s[\]]+\]|${NAME}):([0-9]{1,5})$`);
const DNS = /^(?:\/\/[^\s/]*\/)?([^\s/]+)$/;
const WHOLE_NAME = new RegExp(`^${NAME}$`);
const FIRST_NAME = new RegExp(`^${NAME}`);
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:dns|ipv4|ipv6|unix):)/i;
const LOCAL_NAMES: ReadonlySet<string> = new Set(["localhost", "ip6-localhost", "ip6-loopback", "localhost.localdomain"]);

const LOCAL_ADDRESSES = new BlockList();
LOCAL_ADDRESSES.addSubnet("127.0.0.0", 8);
LOCAL_ADDRESSES.addAddress("0.0.0.0");
LOCAL_ADDRESSES.addAddress("::1", "ipv6");
LOCAL_ADDRESSES.addAddress("::", "ipv6");

const isTarget = (target: string): boolean => {
  const [scheme, rest] = split(target);
  return FORMS[scheme]?.(rest) === true;
};

/** Splits off the scheme, empty for a plain `host:port`. */
const split = (target: string): readonly [scheme: string, rest: string] => {
  const colon = target.indexOf(":");
  const scheme = target.slice(0, Math.max(0, colon));
  return Object.hasOwn(FORMS, scheme) && scheme !== "" ? [scheme, target.slice(colon + 1)] : ["", target];
};

const isHostPort = (text: string): boolean => {
  const [, host, port] = HOST_PORT.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return false;
  return !host.startsWith("[") || isIPv6(hostOf(text));
};

const isDns = (rest: string): boolean => {
  const name = DNS.exec(rest)?.[1] ?? "";
  return isHostPort(name) || WHOLE_NAME.test(name);
};

const isListOf =
  (isAddress: (host: string) => boolean) =>
  (rest: string): boolean =>
    rest.split(",").every((address) => isHostPort(address) && isAddress(hostOf(address)));

const FORMS: Readonly<Record<string, (rest: string) => boolean>> = {
  "": isHostPort,
  dns: isDns,
  ipv4: isListOf(isIPv4),
  ipv6: isListOf(isIPv6),
  unix: (path) => /[^/ ]/.test(path),
};

const hostOf = (address: string): string =>
  address.startsWith("[") ? address.slice(1, address.indexOf("]")) : (address.split(":")[0] as string);

const isLocalHost = (host: string): boolean => {
  if (isIPv4(host)) return LOCAL_ADDRESSES.check(host);
  if (isIPv6(host)) return LOCAL_ADDRESSES.check(host.replace(/%.*/, ""), "ipv6");
  const name = host.toLowerCase().replace(/\.$/, "");
  return LOCAL_NAMES.has(name) || name.endsWith(".localhost");
};

const show = (target: unknown): string => (typeof target === "string" ? JSON.stringify(target) : String(target));

/** Guesses what was meant. */
const suggest = (target: unknown): string => {
  const bare = (typeof target === "string" ? target : "")
    .replaceAll(/\s/g, "")
    .replace(SCHEME, "")
    .replace(/^\/+/, "")
    .replace(/[/?#].*$/, "")
    .replace(/^.*@/, "");
  const [head, tail] = [bare.slice(0, Math.max(0, bare.lastIndexOf(":"))), bare.slice(bare.lastIndexOf(":") + 1)];
  if (isHostPort(bare)) return bare;
  if (/^:?[0-9]{2,5}$/.test(bare) && isHostPort(`localhost:${tail}`)) return `localhost:${tail}`;
  if (isIPv6(head) && isHostPort(`[${head}]:${tail}`)) return `[${head}]:${tail}`;
  const address = bare.replace(/^\[|\]$/g, "");
  if (isIPv6(address)) return `[${address}]:${PORT}`;
  return `${FIRST_NAME.exec(bare)?.[0] ?? "localhost"}:${PORT}`;
};
