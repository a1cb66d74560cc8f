import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes } from "#shell/machine/bytes.ts";
import { bindPorts } from "../../../containers/bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../../../containers/container-applet.ts";
import { type DataFolder, writeIn } from "../../runtime/data-folder.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { endpointsIn, readOptions } from "../options.ts";
import { keepPdData, type PdContact, reachPd } from "../pd/reach-pd.ts";
import { sayEntry } from "../pingcap-line.ts";
import { releaseOf } from "../release.ts";
import { liveStores } from "./live-stores.ts";
import { SERVES_TIKV, TIKV_PORT, TIKV_STATUS_PORT, type TikvData, tikvStore } from "./tikv-data.ts";

/** `/tikv-server`: enters itself with PD, for which it waits as long as it takes, and serves its regions. */
export const tikvServer: ContainerApplet = (call) => {
  if (call.state === undefined) return start(call);
  return call.state === OPEN ? stop(call) : connect(call, call.state as number);
};

const BOOT_MS = 12_000;
const RETRY_MS = 2000;
/** Tries between two lines about a PD that does not answer. */
const TRIES_PER_LINE = 5;
const RESTING_MIB = 450;
const OPEN = "open";

const start = (call: ContainerCall): AppletResult => {
  sayEntry(call, { level: "INFO", source: "lib.rs:89", message: "Welcome to TiKV" });
  sayEntry(call, { level: "INFO", source: "lib.rs:94", message: `Release Version:   ${releaseOf(call.machine.process).slice(1)}` });
  return { wait: { on: "time", atMs: call.machine.nowMs + BOOT_MS }, state: 0 };
};

const connect = (call: ContainerCall, tries: number): AppletResult => {
  const { world, process, nowMs } = call.machine;
  const options = readOptions(call.args.map(fromBytes));
  const endpoints = endpointsIn(options["pd"] ?? "");
  const contact = reachPd(world, process, endpoints);
  if (contact === undefined) {
    if (tries % TRIES_PER_LINE === 0)
      sayEntry(call, {
        level: "ERROR",
        source: "util.rs:682",
        message: "failed to connect to pd",
        fields: {
          endpoints: endpoints.join(","),
          err: 'Grpc(RpcFailure(RpcStatus { code: 14-UNAVAILABLE, message: "failed to connect to all addresses" }))',
        },
      });
    return { wait: { on: "time", atMs: nowMs + RETRY_MS }, state: tries + 1 };
  }
  return open(call, options, contact);
};

const open = (call: ContainerCall, options: Readonly<Record<string, string>>, contact: PdContact): AppletResult => {
  const { world, process } = call.machine;
  const folder: DataFolder = { world, process, path: options["data-dir"] ?? "/tmp/tikv/store" };
  sayEntry(call, {
    level: "INFO",
    source: "util.rs:621",
    message: "all PD endpoints are consistent",
    fields: { endpoints: options["pd"] ?? "" },
  });
  const known = tikvStore.dataIn(folder);
  if (known !== undefined && known.clusterId !== contact.data.clusterId) {
    sayEntry(call, {
      level: "FATAL",
      source: "server.rs:1099",
      message: `cluster ID mismatch, local ${known.clusterId} != remote ${contact.data.clusterId}, you are trying to connect to another cluster, please reconnect to the correct PD`,
    });
    return 1;
  }
  if (!bindPorts(call, SOCKETS)) {
    sayEntry(call, { level: "FATAL", source: "server.rs:1322", message: "failed to start node: Address already in use" });
    return 1;
  }
  const data = known ?? enter(call, options["advertise-addr"] ?? options["addr"] ?? "", contact);
  if (known === undefined) writeIn(folder, "db/CURRENT", "MANIFEST-000004\n");
  const newest = liveStores(world, process, contact.data).find(({ data: other }) => other.tables !== undefined)?.data.tables;
  tikvStore.setDataIn(folder, { ...data, tables: newest ?? data.tables });
  tikvStore.setState(world, { process, port: TIKV_PORT }, { folder: folder.path });
  moveOrSet(world, process, RESTING_MIB);
  sayEntry(call, { level: "INFO", source: "server.rs:480", message: "connect to PD cluster", fields: { cluster_id: data.clusterId } });
  sayEntry(call, {
    level: "INFO",
    source: "node.rs:241",
    message: "put store to PD",
    fields: { store: `id: ${data.storeId} address: "${options["advertise-addr"] ?? ""}"` },
  });
  sayEntry(call, { level: "INFO", source: "server.rs:299", message: "TiKV is ready to serve" });
  return { wait: { on: "ever" }, state: OPEN, signals: ["TERM", "INT"] };
};

const SOCKETS = [
  { port: TIKV_PORT, protocol: "TCP", serves: SERVES_TIKV },
  { port: TIKV_STATUS_PORT, protocol: "TCP", serves: "http/tikv-status" },
] as const;

/** A store without data gets an id; what was at its address before is gone. */
const enter = ({ machine: { world } }: ContainerCall, address: string, contact: PdContact): TikvData => {
  const id = contact.data.lastId + 1;
  const stores = [...contact.data.stores.filter((store) => store.address !== address), { id, address }];
  keepPdData(world, contact, { ...contact.data, stores, lastId: id });
  return { clusterId: contact.data.clusterId, storeId: id, tables: undefined };
};

const stop = (call: ContainerCall): AppletResult => {
  sayEntry(call, { level: "INFO", source: "signal_handler.rs:20", message: "receive signal 15, stopping server..." });
  return 0;
};
