import { digestText } from "#core/digest.ts";
import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes } from "#shell/machine/bytes.ts";
import { bindPorts } from "../../../containers/bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { type DataFolder, writeIn } from "../../runtime/data-folder.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { endpointsIn, readOptions } from "../options.ts";
import { sayEntry } from "../pingcap-line.ts";
import { releaseOf } from "../release.ts";
import { PD_CLIENT_PORT, PD_PEER_PORT, type PdData, type PdMember, pdStore, SERVES_PD } from "./pd-data.ts";
import { contactAt, keepPdData, reachPd } from "./reach-pd.ts";

/** `/pd-server`: starts or joins a cluster, and answers for it while a majority of its members runs. */
export const pdServer: ContainerApplet = (call) => {
  if (call.state === undefined) return start(call);
  return call.state === OPEN ? stop(call) : open(call);
};

const BOOT_MS = 8000;
const RESTING_MIB = 120;
const OPEN = "open";

const start = (call: ContainerCall): AppletResult => {
  const { nowMs } = call.machine;
  sayEntry(call, {
    level: "INFO",
    source: "versioninfo.go:89",
    message: "Welcome to Placement Driver (API)",
    fields: { "release-version": releaseOf(call.machine.process) },
  });
  return { wait: { on: "time", atMs: nowMs + BOOT_MS }, state: "booting" };
};

const open = (call: ContainerCall): AppletResult => {
  const { world, process } = call.machine;
  const options = readOptions(call.args.map(fromBytes));
  const folder: DataFolder = { world, process, path: options["data-dir"] ?? "default.pd" };
  const me = memberFrom(options);
  const known = pdStore.dataIn(folder);
  const data = known ?? (options["join"] === undefined ? bootstrap(call, me, options) : join(call, me, options["join"]));
  if (data === undefined) {
    sayEntry(call, {
      level: "FATAL",
      source: "main.go:241",
      message: "join meet error",
      fields: { error: "[PD:etcd:ErrNewEtcdClient]new etcd client failed: context deadline exceeded" },
    });
    return 1;
  }
  if (!bindPorts(call, SOCKETS)) {
    sayEntry(call, {
      level: "FATAL",
      source: "main.go:270",
      message: "run server failed",
      fields: { error: "listen tcp 0.0.0.0:2379: bind: address already in use" },
    });
    return 1;
  }
  if (known === undefined) writeIn(folder, "member/wal", "", 64_000_000);
  pdStore.setDataIn(folder, data);
  pdStore.setState(world, { process, port: PD_CLIENT_PORT }, { name: me.name, folder: folder.path });
  tellOthers(call, data);
  moveOrSet(world, process, RESTING_MIB);
  sayEntry(call, {
    level: "INFO",
    source: "server.go:358",
    message: "init cluster id",
    fields: { "cluster-id": data.clusterId },
  });
  sayEntry(call, {
    level: "INFO",
    source: "server.go:1734",
    message: "PD leader is ready to serve",
    fields: { "leader-name": data.members[0]?.name ?? me.name },
  });
  return { wait: { on: "ever" }, state: OPEN, signals: ["TERM", "INT"] };
};

const SOCKETS = [
  { port: PD_CLIENT_PORT, protocol: "TCP", serves: SERVES_PD },
  { port: PD_PEER_PORT, protocol: "TCP", serves: "pd-peer" },
] as const;

const memberFrom = (options: Readonly<Record<string, string>>): PdMember => {
  const name = options["name"] ?? "pd";
  return {
    name,
    id: idFrom(`pd/${name}/${options["advertise-peer-urls"]}`),
    client: endpointsIn(options["advertise-client-urls"] ?? "")[0] ?? `127.0.0.1:${PD_CLIENT_PORT}`,
    peer: endpointsIn(options["advertise-peer-urls"] ?? "")[0] ?? `127.0.0.1:${PD_PEER_PORT}`,
  };
};

/** A number as etcd and PD give to members and clusters; each new cluster has another. */
const idFrom = (text: string): string => (BigInt(`0x${digestText(text).slice(7, 22)}`) + 7_000_000_000_000_000_000n).toString();

const bootstrap = ({ machine }: ContainerCall, me: PdMember, options: Readonly<Record<string, string>>): PdData | undefined =>
  options["initial-cluster"] === undefined
    ? undefined
    : { clusterId: idFrom(`cluster/${machine.process.podUid}/${machine.nowMs}`), members: [me], stores: [], lastId: 0 };

/** Enters itself with the members that are there. */
const join = ({ machine: { world, process } }: ContainerCall, me: PdMember, urls: string): PdData | undefined => {
  const contact = reachPd(world, process, endpointsIn(urls));
  if (contact === undefined) return undefined;
  const members = [...contact.data.members.filter(({ name }) => name !== me.name), me];
  const data = { ...contact.data, members };
  keepPdData(world, contact, data);
  return data;
};

/** A member that was away learns from the others what it missed. */
const tellOthers = ({ machine: { world, process } }: ContainerCall, { members, clusterId }: PdData): void => {
  if (members.length < 2) return;
  const contact = contactAt(world, process);
  const newest = contact?.alive
    .flatMap(({ process: other }) => {
      const state = pdStore.state(world, { process: other, port: PD_CLIENT_PORT });
      return state === undefined ? [] : (pdStore.dataIn({ world, process: other, path: state.folder }) ?? []);
    })
    .filter((other) => other.clusterId === clusterId)
    .sort((a, b) => b.lastId - a.lastId || b.members.length - a.members.length)[0];
  if (contact !== undefined && newest !== undefined) keepPdData(world, contact, newest);
};

const stop = (call: ContainerCall): AppletResult => {
  sayEntry(call, { level: "INFO", source: "main.go:283", message: "got signal to exit", fields: { signal: "terminated" } });
  sayEntry(call, { level: "INFO", source: "server.go:557", message: "close server" });
  return 0;
};
