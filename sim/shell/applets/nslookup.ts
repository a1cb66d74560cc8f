import type { Service } from "#kube/types/network.ts";
import { getObject, listObjects } from "../../apiserver/store/store.ts";
import { resolveHost } from "../../network/connections/connect.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { resolverOf } from "../../network/names/resolve-host.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { after } from "./after.ts";

/**
 * BusyBox's `nslookup`. It takes no notice of a hosts file, and does not stop at the first name that there is: every search domain
 * is asked for each kind of record, and one name that is missing makes it fail.
 */
export const nslookup: Applet = (call) => {
  const [host, given, ...rest] = call.args.filter((arg) => !arg.startsWith("-"));
  if (host === undefined || rest.length > 0) return call.usage(USAGE);
  const types = call.args.flatMap((arg) => /^-(?:t(?:ype)?|q(?:uerytype)?)=(.*)$/.exec(arg)?.[1] ?? []);
  const unknown = types.find((type) => !QUERY_TYPES.includes(type.toLowerCase()));
  if (unknown !== undefined) return call.fail(`invalid query type "${unknown}"`);

  const { world, process } = call.machine;
  const { servers, searches } = resolverOf(world, process.start.pod, callerOfProcess(world, process));
  const server = given ?? servers[0] ?? "127.0.0.1";
  const isWhole = given !== undefined || host.includes(".") || searches.length === 0;
  const names = isWhole ? [host.replace(/\.$/, "")] : searches.map((domain) => `${host}.${domain}`);
  const kinds = types.length > 0 ? types : isAddress(host) ? ["ptr"] : ["a", "aaaa"];
  const isServer = given === undefined || servers.includes(given);
  const replies = isServer ? names.flatMap((name) => kinds.map((kind) => ask(call, name, kind))) : ["timeout" as const];
  if (replies.includes("timeout"))
    return after(call, PATIENCE_MS, { status: 1, stdout: ";; connection timed out; no servers could be reached\n\n" });
  const text = replies.map((reply) => (reply as Reply).text).join("");
  const isMissing = replies.some((reply) => (reply as Reply).isMissing);
  return after(call, 0, { status: isMissing ? 1 : 0, stdout: `Server:\t\t${server}\nAddress:\t${server}:53\n\n${text}` });
};

const USAGE =
  "nslookup [-type=QUERY_TYPE] [-debug] HOST [DNS_SERVER]\n\nQuery DNS about HOST\n\nQUERY_TYPE: soa,ns,a,aaaa,cname,mx,txt,ptr,srv,any\n";
const QUERY_TYPES = ["soa", "ns", "a", "aaaa", "cname", "mx", "txt", "ptr", "srv", "any"];

/** Two tries of five seconds. */
const PATIENCE_MS = 10_000;

const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host);

/** What is printed for one question. */
interface Reply {
  readonly text: string;
  readonly isMissing: boolean;
}

const ask = (call: AppletCall, name: string, type: string): Reply | "timeout" => {
  if (type === "ptr" && isAddress(name)) return askForName(call, name);
  const { world, process } = call.machine;
  const resolution = resolveHost(world, callerOfProcess(world, process), `${name}.`);
  if (resolution.kind === "failed") return resolution.why === "nxdomain" ? missing(name) : "timeout";
  const lines = RECORDS[type]?.(call, { asked: name, ...resolution }) ?? [];
  return { text: `${lines.map((line) => `${line}\n`).join("")}\n`, isMissing: false };
};

const missing = (name: string): Reply => ({ text: `** server can't find ${name}: NXDOMAIN\n\n`, isMissing: true });

/** What was asked for, and where it leads. */
interface Found {
  readonly asked: string;
  readonly name: string;
  readonly addresses: readonly string[];
}

const alias = ({ asked }: Found, target: string | undefined): readonly string[] =>
  target === undefined ? [] : [`${asked}\tcanonical name = ${target}`];

const hosts = (call: AppletCall, found: Found): readonly string[] => {
  const target = aliasOf(call, found.asked);
  return [...alias(found, target), ...found.addresses.map((address) => `Name:\t${target ?? found.asked}\nAddress: ${address}`)];
};

/** The weight is shared among them. */
const ports = (call: AppletCall, { asked }: Found): readonly string[] => {
  const offered = serviceOf(call, asked)?.spec.ports ?? [];
  return offered.map(({ port }) => `${asked}\tservice = 0 ${Math.floor(100 / offered.length)} ${port} ${asked}`);
};

/** Records by the type that is asked for; the cluster's name server has no others. */
const RECORDS: Readonly<Record<string, (call: AppletCall, found: Found) => readonly string[]>> = {
  a: hosts,
  any: hosts,
  cname: (call, found) => alias(found, aliasOf(call, found.asked)),
  srv: ports,
};

const serviceOf = ({ machine: { world } }: AppletCall, name: string): Service | undefined => {
  const [service = "", namespace = "", kind, ...zone] = name.split(".");
  return kind === "svc" && zone.join(".") === "cluster.local" ? getObject<Service>(world, "services", namespace, service) : undefined;
};

const aliasOf = (call: AppletCall, name: string): string | undefined => serviceOf(call, name)?.spec.externalName;

const askForName = ({ machine: { world } }: AppletCall, address: string): Reply => {
  const reversed = `${address.split(".").reverse().join(".")}.in-addr.arpa`;
  const service = listObjects<Service>(world, "services").find(({ spec }) => spec.clusterIP === address);
  if (service === undefined) return missing(reversed);
  const { name, namespace } = service.metadata;
  return { text: `${reversed}\tname = ${name}.${namespace}.svc.cluster.local\n\n`, isMissing: false };
};
