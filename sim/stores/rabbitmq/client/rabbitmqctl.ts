import { digestText } from "#core/digest.ts";
import { unitValue } from "#kube/objects/quantity.ts";
import type { Invocation, ShellContext, ShellResult } from "../../../containers/invocation.ts";
import type { World } from "../../../kernel/world.ts";
import { groupAt, type MessageClient, type MessageGroup, messageGroups } from "../../../processes/message-groups.ts";
import type { Process } from "../../../processes/process.ts";
import { memoryOf } from "../../../processes/process-memory.ts";

/** `rabbitmqctl` of RabbitMQ 3.12, and what `rabbitmq-diagnostics` has in common with it: asks the node in its own container. */
export const rabbitmqctl = ({ world, process }: ShellContext, { args }: Invocation): ShellResult => {
  const asked = readArguments(args);
  const command = Object.hasOwn(COMMANDS, asked.command) ? COMMANDS[asked.command] : undefined;
  if (command === undefined) return failed(EX_USAGE, asked.command === "" ? USAGE : `\nCommand '${asked.command}' not found. \n`);
  const node = `rabbit@${process.start.pod.metadata.name}`;
  if (!process.ports.some(({ serves }) => serves === "erlang")) return failed(EX_UNAVAILABLE, unreachable(node));
  const reply = command({ world, broker: process, node, ...asked });
  return typeof reply === "string" ? { status: 0, stdout: reply, stderr: "", waitMs: 0 } : failed(EX_USAGE, reply.wrong);
};

const failed = (status: number, stderr: string): ShellResult => ({ status, stdout: "", stderr, waitMs: 0 });

const EX_USAGE = 64;
const EX_UNAVAILABLE = 69;

interface Arguments {
  readonly command: string;
  /** Names of the columns that are wanted; none: the usual ones. */
  readonly words: readonly string[];
  /** True: without the lines before the table. */
  readonly isQuiet: boolean;
  readonly hasHeader: boolean;
  readonly isJson: boolean;
}

interface Request extends Arguments {
  readonly world: World;
  readonly broker: Process;
  readonly node: string;
}

const readArguments = (args: readonly string[]): Arguments => {
  const words = args.filter((arg, i) => !arg.startsWith("-") && !WITH_VALUE.has(args[i - 1] ?? ""));
  const has = (...flags: readonly string[]) => flags.some((flag) => args.includes(flag));
  return {
    command: words[0] ?? "",
    words: words.slice(1),
    isQuiet: has("-q", "--quiet", "-s", "--silent") || isJson(args),
    hasHeader: !has("-s", "--silent", "--no-table-headers"),
    isJson: isJson(args),
  };
};

const isJson = (args: readonly string[]): boolean => args.includes("--formatter=json") || args[args.indexOf("--formatter") + 1] === "json";

const WITH_VALUE = new Set(["-p", "--vhost", "-n", "--node", "-t", "--timeout", "--formatter"]);

type Cell = string | number;

/** A list: what is said before it, and its rows by the names of the columns. */
interface Listing {
  readonly said: string;
  readonly usual: readonly string[];
  readonly columns: Readonly<Record<string, (row: number) => Cell>>;
  readonly count: number;
}

const list = (
  { words, isQuiet, hasHeader, isJson: json }: Request,
  { said, usual, columns, count }: Listing,
): string | { readonly wrong: string } => {
  const names = words.length === 0 ? usual : words;
  const unknown = names.filter((name) => columns[name] === undefined);
  if (unknown.length > 0) return { wrong: `Error (argument validation): Info key ${unknown[0]} is not supported\n` };
  const rows = Array.from({ length: count }, (_, row) => names.map((name) => (columns[name] as (row: number) => Cell)(row)));
  if (json) return `${JSON.stringify(rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]]))))}\n`;
  const header = hasHeader && count > 0 ? [names] : [];
  return `${isQuiet ? "" : said}${[...header, ...rows].map((cells) => `${cells.join("\t")}\n`).join("")}`;
};

/** Queues in the order of their names: several groups never read one of them. */
const queuesOf = ({ world, broker }: Request): readonly MessageGroup[] =>
  [...messageGroups(world, broker)].sort((a, b) => (a.topic < b.topic ? -1 : 1));

const listQueues = (request: Request) => {
  const queues = queuesOf(request);
  const at = (row: number) => queues[row] as MessageGroup;
  const waiting = (row: number) => Math.round(groupAt(at(row), request.world.nowMs()).lag);
  return list(request, {
    said: "Timeout: 60.0 seconds ...\nListing queues for vhost / ...\n",
    usual: ["name", "messages"],
    count: queues.length,
    columns: {
      name: (row) => at(row).topic,
      messages: waiting,
      messages_ready: waiting,
      messages_unacknowledged: () => 0,
      consumers: (row) => at(row).members.length,
      state: () => "running",
      type: () => "classic",
      durable: () => "true",
      auto_delete: () => "false",
      vhost: () => "/",
    },
  });
};

/** A connection of a program; each has one with one channel. */
interface Connection extends MessageClient {
  readonly port: number;
}

const connectionsOf = (request: Request): readonly Connection[] => {
  const clients = new Map<string, MessageClient>();
  for (const { members, senders } of queuesOf(request))
    for (const client of [...members, ...senders]) clients.set(`${client.client} ${client.podIP}`, client);
  return [...clients.values()].map((client) => ({
    ...client,
    port: FIRST_PORT + (Number.parseInt(digestText(`${client.client} ${client.podIP}`).slice(-4), 16) % PORTS),
  }));
};

/** Ports that a client's kernel takes. */
const FIRST_PORT = 32_768;
const PORTS = 28_232;

const listConnections = (request: Request) => {
  const connections = connectionsOf(request);
  const at = (row: number) => connections[row] as Connection;
  return list(request, {
    said: "Listing connections ...\n",
    usual: ["user", "peer_host", "peer_port", "state"],
    count: connections.length,
    columns: {
      user: () => "guest",
      peer_host: (row) => at(row).podIP,
      peer_port: (row) => at(row).port,
      state: () => "running",
      name: (row) => `${at(row).podIP}:${at(row).port} -> ${request.broker.start.pod.status?.podIP ?? ""}:5672`,
      channels: () => 1,
      protocol: () => "{0,9,1}",
      vhost: () => "/",
    },
  });
};

const listUsers = (request: Request) =>
  list(request, {
    said: "Listing users ...\n",
    usual: ["user", "tags"],
    count: 1,
    columns: { user: () => "guest", tags: () => (request.isJson ? "administrator" : "[administrator]") },
  });

const listVhosts = (request: Request) =>
  list(request, { said: "Listing vhosts ...\n", usual: ["name"], count: 1, columns: { name: () => "/" } });

const GB = 1e9;

const status = (request: Request): string => {
  const { world, broker, node, isQuiet } = request;
  const usedBytes = memoryOf(world, broker) * 2 ** 20;
  const limitBytes = unitValue(broker.start.container.resources?.limits?.["memory"]) || HOST_BYTES;
  const markBytes = 0.4 * limitBytes;
  const connections = connectionsOf(request).length;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      "Runtime",
      [
        "OS PID: 1",
        "OS: Linux",
        `Uptime (seconds): ${Math.floor((world.nowMs() - broker.startedAtMs) / 1000)}`,
        "Is under maintenance?: false",
        "RabbitMQ version: 3.12.14",
        "RabbitMQ release series support status: supported",
        `Node name: ${node}`,
        "Erlang configuration: Erlang/OTP 25 [erts-13.2.2.5] [source] [64-bit] [smp:2:1] [ds:2:1:10] [async-threads:1] [jit:ns]",
        "Crypto library: OpenSSL 3.1.5 30 Jan 2024",
        `Erlang processes: ${380 + 12 * connections} used, 1048576 limit`,
        "Scheduler run queue: 1",
        "Cluster heartbeat timeout (net_ticktime): 60",
      ],
    ],
    [
      "Plugins",
      [
        "Enabled plugin file: /etc/rabbitmq/enabled_plugins",
        "Enabled plugins:",
        "",
        ...["rabbitmq_prometheus", "prometheus", "rabbitmq_management", "rabbitmq_web_dispatch"].map((name) => ` * ${name}`),
      ],
    ],
    ["Data directory", [`Node data directory: /var/lib/rabbitmq/mnesia/${node}`]],
    ["Config files", [" * /etc/rabbitmq/conf.d/10-defaults.conf"]],
    ["Log file(s)", [" * <stdout>"]],
    ["Alarms", [usedBytes > markBytes ? `Memory alarm on node ${node}` : "(none)"]],
    [
      "Memory",
      [
        `Total memory used: ${(usedBytes / GB).toFixed(4)} gb`,
        "Calculation strategy: rss",
        `Memory high watermark setting: 0.4 of available memory, computed to: ${(markBytes / GB).toFixed(4)} gb`,
      ],
    ],
    ["File Descriptors", [`Total: ${connections + 4}, limit: 1048479`, `Sockets: ${connections}, limit: 943629`]],
    ["Totals", [`Connection count: ${connections}`, `Queue count: ${queuesOf(request).length}`, "Virtual host count: 1"]],
    [
      "Listeners",
      broker.ports.flatMap(({ port, serves }) =>
        LISTENERS[serves] === undefined ? [] : [`Interface: [::], port: ${port}, ${LISTENERS[serves]}`],
      ),
    ],
  ];
  return `${isQuiet ? "" : `Status of node ${node} ...\n`}${sections.map(([title, lines]) => `${title}\n\n${lines.join("\n")}\n`).join("\n")}`;
};

/** Memory that the tool sees where the container has no limit. */
const HOST_BYTES = 8 * 2 ** 30;

const LISTENERS: Readonly<Record<string, string>> = {
  amqp: "protocol: amqp, purpose: AMQP 0-9-1 and AMQP 1.0",
  "http/rabbitmq": "protocol: http, purpose: HTTP API",
  "http/metrics": "protocol: http/prometheus, purpose: Prometheus exporter API over HTTP",
  erlang: "protocol: clustering, purpose: inter-node and CLI tool communication",
};

const COMMANDS: Readonly<Record<string, (request: Request) => string | { readonly wrong: string }>> = {
  list_queues: listQueues,
  list_connections: listConnections,
  list_users: listUsers,
  list_vhosts: listVhosts,
  status,
  ping: ({ node, isQuiet }) =>
    `${isQuiet ? "" : `Will ping ${node}. This only checks if the OS process is running and registered with epmd\n`}Ping succeeded\n`,
};

const USAGE = `
Usage

rabbitmqctl [--node <node>] [--timeout <timeout>] [--longnames] [--quiet] <command> [<command options>]

Available commands:

${Object.keys(COMMANDS)
  .sort()
  .map((name) => `   ${name}\n`)
  .join("")}`;

const unreachable = (
  node: string,
): string => `Error: unable to perform an operation on node '${node}'. Please see diagnostics information and suggestions below.

Most common reasons for this are:

 * Target node is unreachable (e.g. due to hostname resolution, TCP connection or firewall issues)
 * CLI tool fails to authenticate with the server (e.g. due to CLI tool's Erlang cookie not matching that of the server)
 * Target node is not running

In addition to the diagnostics info below:

 * See the CLI, clustering and networking guides on https://rabbitmq.com/documentation.html to learn more
 * Consult server logs on node ${node}
 * If target node is configured to use long node names, don't forget to use --longnames with CLI tools

DIAGNOSTICS
===========

attempted to contact: ['${node}']

${node}:
  * connected to epmd (port 4369) on ${node.slice("rabbit@".length)}
  * epmd reports: node 'rabbit' not running at all
                  no other nodes on ${node.slice("rabbit@".length)}
  * suggestion: start the node
`;
