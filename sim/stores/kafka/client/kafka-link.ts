import type { AppletCall } from "../../../shell/interpreter/applet-call.ts";
import { toBytes } from "../../../shell/machine/bytes.ts";
import { dialServer } from "../../connections/dial-server.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { type KafkaData, type KafkaServer, kafkaStore } from "../server/kafka-data.ts";
import { kafkaLine } from "./kafka-line.ts";

/** A broker that a tool talks to. */
export interface KafkaLink {
  readonly server: StoreServer;
  readonly state: KafkaServer;
  readonly data: KafkaData;
  keep(data: KafkaData): void;
}

export type KafkaDialled =
  | { readonly kind: "connected"; readonly link: KafkaLink }
  | { readonly kind: "no-such-host" }
  /** Error when no broker answers at the bootstrap address or at the advertised one. */
  | { readonly kind: "unreachable"; readonly warning: string };

/** Dials a broker, and then the address under which it says that it can be found. */
export const dialKafka = (call: AppletCall, bootstrap: string, client: string): KafkaDialled => {
  const [host = "", port = "9092"] = (bootstrap.split(",")[0] ?? "").split(":");
  const first = dialServer(call, host, Number(port), "kafka");
  if (first.kind === "no-such-host") return { kind: "no-such-host" };
  const unreachable = (node: number, name: string, address: string, at: string): KafkaDialled => ({
    kind: "unreachable",
    warning: `[${client}] Connection to node ${node} (${name}/${address}:${at}) could not be established. Node may not be available. (org.apache.kafka.clients.NetworkClient)`,
  });
  if (first.kind !== "connected") return unreachable(-1, host, first.address, port);
  const { world } = call.machine;
  const state = kafkaStore.state(world, first.server);
  if (state === undefined) return unreachable(-1, host, first.address, port);
  const [name = "", at = "9092"] = (state.advertised[first.server.port] ?? bootstrap).split(":");
  const second = dialServer(call, name, Number(at), "kafka");
  if (second.kind === "no-such-host")
    return {
      kind: "unreachable",
      warning: `[${client}] Error connecting to node ${name}:${at} (id: ${state.nodeId} rack: null) (org.apache.kafka.clients.NetworkClient)\njava.net.UnknownHostException: ${name}`,
    };
  if (second.kind !== "connected") return unreachable(state.nodeId, name, second.address, at);
  const own = kafkaStore.state(world, second.server);
  const data = own === undefined ? undefined : kafkaStore.dataIn(kafkaStore.folder(world, second.server, own));
  if (own === undefined || data === undefined) return unreachable(state.nodeId, name, second.address, at);
  return {
    kind: "connected",
    link: {
      server: second.server,
      state: own,
      data,
      keep: (next) => kafkaStore.setDataIn(kafkaStore.folder(world, second.server, own), next),
    },
  };
};

/** Says on the error output what log4j would. */
export const warn = (call: AppletCall, level: "WARN" | "ERROR", text: string): void =>
  call.err(toBytes(`${kafkaLine(call.machine.nowMs, level, text)}\n`));
