import type { Service } from "#kube/types/network.ts";
import type { Container } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { visitArguments } from "../command-line/objects-of-arguments.ts";
import { NO_RESOURCES } from "../command-line/targets.ts";
import { createGenerated, GENERATOR_FLAGS, parseLabels } from "../generate/create-generated.ts";
import { withOverrides } from "../generate/overrides.ts";
import { podSelectorOf, podSpecOf } from "../generate/pod-spec.ts";
import { dryRunOf } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl expose`. */
export const exposeCommand: Command = defineCommand({
  path: "expose",
  usage:
    "(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]",
  flags: flagTable(
    "port string",
    "target-port string",
    "name string",
    "type string",
    "protocol string",
    "cluster-ip string",
    "external-ip string",
    "labels,l string",
    "selector string",
    "session-affinity string",
    "load-balancer-ip string",
    ...FILE_FLAGS,
    ...GENERATOR_FLAGS,
    "override-type string",
    "overrides string",
    RECORD_FLAG,
  ),
  run: async (session) => {
    const { args } = session;
    if (args.words.length === 0 && !args.has("filename")) throw new CommandFailure(NO_RESOURCES, { complete: true });
    // What is read off the first object is kept for the others, as the real program does.
    const known: Known = {};
    // Its selector is that of the service, and finds no objects.
    await visitArguments(session, { selectors: {}, isTyped: true }, ({ object }) => exposeOne(session, object, known));
  },
});

interface Known {
  selector?: Readonly<Record<string, string>>;
  labels?: Readonly<Record<string, string>> | undefined;
  port?: string;
}

const exposeOne = async (session: Session, object: Manifest, known: Known): Promise<void> => {
  const { args } = session;
  refuseKind(object);
  known.selector ??= parseLabels(args.text("selector")) ?? selectorOf(object);
  const ports = portsOf(session, object, known);
  known.labels ??= parseLabels(args.text("labels")) ?? object.metadata.labels;
  const { labels } = known;
  const externalIp = args.text("external-ip");
  const affinity = args.text("session-affinity");
  if (affinity && affinity !== "None" && affinity !== "ClientIP") throw new CommandFailure(`unknown session affinity: ${affinity}`);
  const spec = {
    ports,
    selector: known.selector,
    ...(args.text("type") && { type: args.text("type") }),
    ...(args.text("cluster-ip") && { clusterIP: args.text("cluster-ip") }),
    ...(externalIp && { externalIPs: [externalIp] }),
    ...(args.text("type") === "LoadBalancer" && args.text("load-balancer-ip") && { loadBalancerIP: args.text("load-balancer-ip") }),
    ...(affinity && { sessionAffinity: affinity }),
  };
  const metadata = { name: args.text("name") || object.metadata.name.slice(0, 63), ...(labels && { labels }) };
  const made = { apiVersion: "v1", kind: "Service", metadata, spec, status: { loadBalancer: {} } } as Manifest;
  const service = withOverrides(session, made);
  const isSaved = dryRunOf(session) !== "client";
  await createGenerated(session, { resource: "services", object: service, done: "exposed", fieldManager: "kubectl-expose", isSaved });
};

const EXPOSABLE = new Set(["Pod", "Service", "ReplicationController", "Deployment", "ReplicaSet"]);

const refuseKind = (object: Manifest): void => {
  if (!EXPOSABLE.has(object.kind))
    throw new CommandFailure(
      `cannot expose a ${object.kind}${object.apiVersion.includes("/") ? `.${object.apiVersion.split("/")[0]}` : ""}`,
    );
};

const selectorOf = (object: Manifest): Readonly<Record<string, string>> => {
  if (object.kind === "Pod") {
    if (Object.keys(object.metadata.labels ?? {}).length === 0)
      throw new CommandFailure(
        "couldn't retrieve selectors via --selector flag or introspection: the pod has no labels and cannot be exposed",
      );
    return object.metadata.labels as Readonly<Record<string, string>>;
  }
  const selector = podSelectorOf(object);
  if (object.kind === "Service" && Object.keys(selector?.matchLabels ?? {}).length === 0)
    throw new CommandFailure("couldn't retrieve selectors via --selector flag or introspection: the service has no pod selector set");
  if ((selector?.matchExpressions ?? []).length > 0)
    throw new CommandFailure(
      `couldn't retrieve selectors via --selector flag or introspection: couldn't convert expressions - "${textOf(selector?.matchExpressions ?? [])}" to map-based selector format`,
    );
  return selector?.matchLabels ?? {};
};

/** Renders requirements as Go prints its structs. */
const textOf = (
  requirements: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[],
): string =>
  `[${requirements.map(({ key, operator, values = [] }) => `{Key:${key} Operator:${operator} Values:[${values.join(" ")}]}`).join(" ")}]`;

interface Port {
  readonly port: number;
  readonly protocol: string;
  readonly targetPort: number | string;
  readonly name?: string;
}

const targetOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

const portsOf = ({ args }: Session, object: Manifest, known: Known): readonly Port[] => {
  const found = openPorts(object);
  const texts = (args.text("port") || known.port)?.split(",") ?? found.map(({ port }) => String(port));
  if (texts.length === 1) known.port = texts[0] as string;
  if (texts.length === 0 && args.text("cluster-ip") !== "None")
    throw new CommandFailure("couldn't find port via --port flag or introspection");
  const target = args.text("target-port");
  return texts.flatMap((text, index) => {
    if (!/^[-+]?\d+$/.test(text)) throw new CommandFailure(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
    const port = { port: Number(text), targetPort: target === undefined ? Number(text) : targetOf(target) };
    const spoken = args.text("protocol") ? [] : found.filter((open) => open.port === port.port).map(({ protocol }) => protocol);
    if (spoken.length > 1) return spoken.map((protocol) => ({ ...port, protocol, name: `port-${index + 1}-${protocol.toLowerCase()}` }));
    return [{ ...port, protocol: args.text("protocol") || spoken[0] || "TCP", ...(texts.length > 1 && { name: `port-${index + 1}` }) }];
  });
};

const openPorts = (object: Manifest): readonly { readonly port: number; readonly protocol: string }[] => {
  if (object.kind === "Service")
    return ((object as unknown as Service).spec.ports ?? []).map(({ port, protocol }) => ({ port, protocol: protocol ?? "TCP" }));
  return (podSpecOf(object)?.containers ?? []).flatMap((container: Container) =>
    (container.ports ?? []).map((port) => ({ port: port.containerPort, protocol: port.protocol ?? "TCP" })),
  );
};
