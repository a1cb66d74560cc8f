import type { Service } from "#kube/types/network.ts";
import type { Container } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command.ts";
import { createGenerated, GENERATOR_FLAGS, parseLabels } from "../create-generated.ts";
import { CommandFailure, throwAll } from "../errors.ts";
import { flagTable } from "../flags.ts";
import { objectsOfArguments } from "../objects-of-arguments.ts";
import { podSelectorOf, podSpecOf } from "../pod-spec.ts";
import type { Manifest, Session } from "../session.ts";
import { NO_RESOURCES } from "../targets.ts";

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
    "filename,f list",
    "recursive,R bool",
    ...GENERATOR_FLAGS,
    "kustomize,k string",
    "override-type string",
    "overrides string",
  ),
  run: async (session) => {
    const { args } = session;
    if (args.words.length === 0 && !args.has("filename")) throw new CommandFailure(NO_RESOURCES, { complete: true });
    const failures: Error[] = [];
    // Its selector is that of the service, and finds no objects.
    for (const { object } of await objectsOfArguments(session, args.words, {}))
      await exposeOne(session, object).catch((failure: Error) => failures.push(failure));
    throwAll(failures);
  },
});

const exposeOne = async (session: Session, object: Manifest): Promise<void> => {
  const { args } = session;
  const ports = portsOf(session, object);
  const labels = parseLabels(args.text("labels")) ?? object.metadata.labels;
  const externalIp = args.text("external-ip");
  const spec = {
    ports,
    selector: selectorOf(session, object),
    ...(args.text("type") && { type: args.text("type") }),
    ...(args.text("cluster-ip") && { clusterIP: args.text("cluster-ip") }),
    ...(externalIp && { externalIPs: [externalIp] }),
    ...(args.text("session-affinity") && { sessionAffinity: args.text("session-affinity") }),
  };
  const metadata = { name: args.text("name") ?? object.metadata.name, ...(labels && { labels }) };
  const service = { apiVersion: "v1", kind: "Service", metadata, spec, status: { loadBalancer: {} } } as Manifest;
  await createGenerated(session, { resource: "services", object: service, done: "exposed", fieldManager: "kubectl-expose" });
};

const EXPOSABLE = new Set(["Pod", "Service", "ReplicationController", "Deployment", "ReplicaSet"]);

const selectorOf = ({ args }: Session, object: Manifest): Readonly<Record<string, string>> => {
  if (!EXPOSABLE.has(object.kind))
    throw new CommandFailure(
      `cannot expose a ${object.kind}${object.apiVersion.includes("/") ? `.${object.apiVersion.split("/")[0]}` : ""}`,
    );
  const given = parseLabels(args.text("selector"));
  if (given !== undefined) return given;
  if (object.kind === "Pod") {
    if (Object.keys(object.metadata.labels ?? {}).length === 0)
      throw new CommandFailure(
        "couldn't retrieve selectors via --selector flag or introspection: the pod has no labels and cannot be exposed",
      );
    return object.metadata.labels as Readonly<Record<string, string>>;
  }
  const selector = podSelectorOf(object);
  if ((selector?.matchExpressions ?? []).length > 0)
    throw new CommandFailure(
      "couldn't retrieve selectors via --selector flag or introspection: couldn't convert expressions - \"matchExpressions\" to map-based selector format",
    );
  return selector?.matchLabels ?? {};
};

interface Port {
  readonly port: number;
  readonly protocol: string;
  readonly targetPort: number | string;
  readonly name?: string;
}

const targetOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

const portsOf = ({ args }: Session, object: Manifest): readonly Port[] => {
  const found = openPorts(object);
  const texts = args.text("port")?.split(",") ?? found.map(({ port }) => String(port));
  if (texts.length === 0) throw new CommandFailure("couldn't find port via --port flag or introspection");
  const target = args.text("target-port");
  return texts.map((text, index) => {
    if (!/^\d+$/.test(text)) throw new CommandFailure(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
    const protocol = args.text("protocol") ?? found.find(({ port }) => port === Number(text))?.protocol ?? "TCP";
    return {
      port: Number(text),
      protocol,
      targetPort: target === undefined ? Number(text) : targetOf(target),
      ...(texts.length > 1 && { name: `port-${index + 1}` }),
    };
  });
};

const openPorts = (object: Manifest): readonly { readonly port: number; readonly protocol: string }[] => {
  if (object.kind === "Service")
    return ((object as unknown as Service).spec.ports ?? []).map(({ port, protocol }) => ({ port, protocol: protocol ?? "TCP" }));
  return (podSpecOf(object)?.containers ?? []).flatMap((container: Container) =>
    (container.ports ?? []).map((port) => ({ port: port.containerPort, protocol: port.protocol ?? "TCP" })),
  );
};
