import { digestText } from "#core/digest.ts";
import { memoryLimitMiB } from "../../../processes/process-keys.ts";
import type { Applet, AppletCall, AppletResult } from "../../../shell/interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../../../shell/machine/bytes.ts";
import { bindPorts } from "../../connections/bind-port.ts";
import { type DataFolder, writeIn } from "../../runtime/data-folder.ts";
import { moveOrSet } from "../../runtime/server-memory.ts";
import { kafkaLine } from "../client/kafka-line.ts";
import { kafkaStore } from "./kafka-data.ts";
import { kafkaVersion } from "./kafka-version.ts";

/** `/etc/kafka/docker/run`: makes the settings out of the variables, formats the log folder, starts the broker. */
export const kafkaServer: Applet = (call) => {
  const phase = call.state as Phase | undefined;
  if (phase === undefined) return start(call);
  return phase.isOpen ? stop(call, phase) : open(call, phase);
};

interface Phase {
  readonly settings: Readonly<Record<string, string>>;
  readonly isOpen: boolean;
}

const BOOT_MS = 6000;

const start = (call: AppletCall): AppletResult => {
  const settings = readSettings(call);
  call.out(
    "===> User\nuid=1000(appuser) gid=1000(appuser) groups=1000(appuser)\n===> Setting default values of environment variables if not already set.\n",
  );
  call.out(
    "===> Configuring ...\nRunning in KRaft mode...\n===> Launching ... \n===> Using provided cluster id 5L6g3nShT-eMCtK--X86sw ...\n",
  );
  const roles = (settings["process.roles"] ?? "").split(",");
  const refusal = checkSettings(settings, roles);
  if (refusal !== undefined) {
    call.err(
      toBytes(
        `Exception in thread "main" org.apache.kafka.common.config.ConfigException: ${refusal}\n\tat kafka.server.KafkaConfig.validateValues(KafkaConfig.scala:1013)\n`,
      ),
    );
    return 1;
  }
  const heap = /-Xmx(\d+)([mMgG])/.exec(fromBytes(call.env["KAFKA_HEAP_OPTS"] ?? "-Xmx1G -Xms1G"));
  const heapMiB = Number(heap?.[1] ?? "1024") * (/[gG]/.test(heap?.[2] ?? "m") ? 1024 : 1);
  moveOrSet(call.machine.world, call.machine.process, Math.min(heapMiB * 0.45 + 180, (memoryLimitMiB(call.machine.process) ?? 1e9) + 1));
  say(call, "INFO", "Registered kafka:type=kafka.Log4jController MBean (kafka.utils.Log4jControllerRegistration$)");
  say(
    call,
    "INFO",
    `[KafkaRaftServer nodeId=${settings["node.id"]}] Starting (kafka.server.KafkaRaftServer)`.replace("Starting", "Kafka Server starting"),
  );
  return { wait: { on: "time", atMs: call.machine.nowMs + BOOT_MS }, state: { settings, isOpen: false } satisfies Phase };
};

/** `KAFKA_NUM_PARTITIONS` is `num.partitions`; without any the image's own settings are in force. */
const readSettings = ({ env }: AppletCall): Readonly<Record<string, string>> => {
  const own = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith("KAFKA_") && !NOT_SETTINGS.has(name)
      ? [
          [
            name.slice(6).toLowerCase().replaceAll("___", "-").replaceAll("__", "\0").replaceAll("_", ".").replaceAll("\0", "_"),
            fromBytes(value),
          ],
        ]
      : [],
  );
  return { ...DEFAULTS, ...Object.fromEntries(own) };
};

const NOT_SETTINGS = new Set([
  "KAFKA_HEAP_OPTS",
  "KAFKA_OPTS",
  "KAFKA_VERSION",
  "KAFKA_HOME",
  "KAFKA_JVM_PERFORMANCE_OPTS",
  "KAFKA_LOG4J_OPTS",
  "KAFKA_JMX_OPTS",
]);

const DEFAULTS: Readonly<Record<string, string>> = {
  "node.id": "1",
  "process.roles": "broker,controller",
  "controller.quorum.voters": "1@localhost:9093",
  "controller.listener.names": "CONTROLLER",
  listeners: "PLAINTEXT://:9092,CONTROLLER://:9093",
  "advertised.listeners": "PLAINTEXT://localhost:9092",
  "log.dirs": "/tmp/kraft-combined-logs",
  "num.partitions": "1",
  "default.replication.factor": "1",
  "auto.create.topics.enable": "true",
  "message.max.bytes": "1048588",
  "log.retention.hours": "168",
};

const checkSettings = (settings: Readonly<Record<string, string>>, roles: readonly string[]): string | undefined => {
  const unknown = roles.find((role) => role !== "broker" && role !== "controller");
  if (unknown !== undefined)
    return `Invalid value ${settings["process.roles"]} for configuration process.roles: Invalid value ${unknown} for configuration process.roles: String must be one of: broker, controller`;
  if ((settings["advertised.listeners"] ?? "").includes("0.0.0.0"))
    return "advertised.listeners cannot use the nonroutable meta-address 0.0.0.0. Use a routable IP address.";
  return undefined;
};

const listenersOf = (text: string): readonly { readonly name: string; readonly host: string; readonly port: number }[] =>
  [...text.matchAll(/([\w-]+):\/\/([^:,]*):(\d+)/g)].map(([, name = "", host = "", port]) => ({ name, host, port: Number(port) }));

const open = (call: AppletCall, { settings }: Phase): AppletResult => {
  const { world, process, nowMs } = call.machine;
  const controllers = (settings["controller.listener.names"] ?? "").split(",");
  const listeners = listenersOf(settings["listeners"] ?? "");
  const advertised = listenersOf(settings["advertised.listeners"] ?? "");
  const sockets = listeners.map(({ name, port }) => ({
    port,
    protocol: "TCP" as const,
    serves: controllers.includes(name) ? "kafka-controller" : "kafka",
  }));
  if (!bindPorts(call, sockets)) {
    say(
      call,
      "ERROR",
      `[KafkaServer id=${settings["node.id"]}] Fatal error during startup. Prepare to shutdown (kafka.server.BrokerServer)`,
    );
    call.out("org.apache.kafka.common.KafkaException: Socket server failed to bind to 0.0.0.0:9092: Address already in use.\n");
    return 1;
  }
  const folder: DataFolder = { world, process, path: (settings["log.dirs"] ?? settings["log.dir"] ?? "").split(",")[0] ?? "" };
  if (kafkaStore.dataIn(folder) === undefined) {
    const clusterId = fromBytes(call.env["CLUSTER_ID"] ?? "5L6g3nShT-eMCtK--X86sw");
    writeIn(
      folder,
      "meta.properties",
      `#\nnode.id=${settings["node.id"]}\ndirectory.id=${digestText(`kafka/${process.key}`).slice(7, 29)}\nversion=1\ncluster.id=${clusterId}\n`,
    );
    writeIn(folder, "__cluster_metadata-0/00000000000000000000.log", "", 4096);
    kafkaStore.setDataIn(folder, { clusterId, topics: {}, groups: {} });
  }
  const nodeId = Number(settings["node.id"] ?? "1");
  const byPort = Object.fromEntries(
    listeners
      .filter(({ name }) => !controllers.includes(name))
      .map(({ name, host, port }) => {
        const found = advertised.find((one) => one.name === name);
        return [
          port,
          found === undefined ? `${host === "" ? process.start.pod.metadata.name : host}:${port}` : `${found.host}:${found.port}`,
        ];
      }),
  );
  for (const { port, serves } of sockets)
    if (serves === "kafka") kafkaStore.setState(world, { process, port }, { nodeId, folder: folder.path, settings, advertised: byPort });
  for (const { name, port } of listeners)
    say(
      call,
      "INFO",
      `Awaiting socket connections on 0.0.0.0:${port}. (kafka.network.DataPlaneAcceptor)`.replace(
        "DataPlane",
        controllers.includes(name) ? "ControlPlane" : "DataPlane",
      ),
    );
  say(call, "INFO", `[BrokerServer id=${nodeId}] Transition from STARTING to STARTED (kafka.server.BrokerServer)`);
  say(call, "INFO", `Kafka version: ${kafkaVersion(process)} (org.apache.kafka.common.utils.AppInfoParser)`);
  say(call, "INFO", `Kafka startTimeMs: ${nowMs} (org.apache.kafka.common.utils.AppInfoParser)`);
  say(call, "INFO", `[KafkaRaftServer nodeId=${nodeId}] Kafka Server started (kafka.server.KafkaRaftServer)`);
  return { wait: { on: "ever" }, state: { settings, isOpen: true } satisfies Phase, signals: ["TERM", "INT"] };
};

const stop = (call: AppletCall, { settings }: Phase): AppletResult => {
  say(call, "INFO", "Terminating process due to signal SIGTERM (org.apache.kafka.common.utils.LoggingSignalHandler)");
  say(call, "INFO", `[BrokerServer id=${settings["node.id"]}] Transition from STARTED to SHUTTING_DOWN (kafka.server.BrokerServer)`);
  say(call, "INFO", `[BrokerServer id=${settings["node.id"]}] shut down completed (kafka.server.BrokerServer)`);
  return 143;
};

const say = (call: AppletCall, level: "INFO" | "WARN" | "ERROR", text: string): void =>
  call.out(toBytes(`${kafkaLine(call.machine.nowMs, level, text)}\n`));
