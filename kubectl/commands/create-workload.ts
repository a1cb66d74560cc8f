import { portNameProblems, subdomainProblems } from "#kube/objects/names.ts";
import type { CronJob } from "#kube/types/workloads.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { createGenerated, GENERATOR_FLAGS, requireName } from "../generate/create-generated.ts";
import { CommandFailure } from "../session/errors.ts";
import { goTypeName } from "../session/pods-of.ts";
import type { Manifest, Session } from "../session/session.ts";

const MANAGER = "kubectl-create";

const commandAfterDash = ({ args }: Session): readonly string[] =>
  args.wordsBeforeDash === undefined ? [] : args.words.slice(args.wordsBeforeDash);

/** Name of a container: the last part of its image's name. */
const containerName = (image: string): string => {
  const path = image.split("/").at(-1) as string;
  return path.split("@")[0]?.split(":")[0]?.replaceAll("_", "-") ?? path;
};

/** `kubectl create deployment`. */
export const createDeploymentCommand: Command = defineCommand({
  path: "create deployment",
  aliases: ["create deploy", "create dep"],
  usage: "NAME --image=image -- [COMMAND] [args...]",
  flags: flagTable("image list", "replicas,r int", "port int", ...GENERATOR_FLAGS),
  required: ["image"],
  run: async (session) => {
    const { args } = session;
    const name = requireName(session, "create deployment");
    const images = args.list("image");
    if (images.length === 0) throw new CommandFailure('required flag(s) "image" not set');
    const command = commandAfterDash(session);
    if (images.length > 1 && command.length > 0) throw new CommandFailure("cannot specify multiple --image options and command");
    const port = args.number("port");
    const labels = { app: name };
    const containers = images.map((image, i) => ({
      name: containerName(image),
      image,
      ...(command.length > 0 && { command }),
      // The port is the first container's, however many there are.
      ...(port !== undefined && i === 0 && { ports: [{ containerPort: port }] }),
      resources: {},
    }));
    const spec = {
      replicas: args.number("replicas") ?? 1,
      selector: { matchLabels: labels },
      strategy: {},
      template: { metadata: { labels }, spec: { containers } },
    };
    const object = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name, labels }, spec, status: {} } as Manifest;
    await createGenerated(session, {
      resource: "deployments.apps",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create deployment: ",
    });
  },
});

/** `kubectl create job`. */
export const createJobCommand: Command = defineCommand({
  path: "create job",
  usage: "NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]",
  flags: flagTable("image string", "from string", ...GENERATOR_FLAGS),
  run: async (session) => {
    const name = requireName(session, "create job");
    const { args } = session;
    const image = args.text("image");
    const from = args.text("from");
    if (!image === !from) throw new CommandFailure("either --image or --from must be specified");
    if (from && commandAfterDash(session).length > 0) throw new CommandFailure("cannot specify --from and command");
    const object = !from ? jobOf(name, image as string, commandAfterDash(session)) : await jobFrom(session, name, from);
    await createGenerated(session, {
      resource: "jobs.batch",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create job: ",
    });
  },
});

const podOf = (name: string, image: string, command: readonly string[]): Readonly<Record<string, unknown>> => ({
  containers: [{ name, image, ...(command.length > 0 && { command }), resources: {} }],
});

const jobOf = (name: string, image: string, command: readonly string[]): Manifest =>
  ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name },
    spec: { template: { metadata: {}, spec: { ...podOf(name, image, command), restartPolicy: "Never" } } },
    status: {},
  }) as Manifest;

const jobFrom = async (session: Session, name: string, from: string): Promise<Manifest> => {
  const items = await objectsOfArguments(session, { words: [from], selectors: {} });
  const object = items[0]?.object;
  if (object === undefined || items.length > 1) throw new CommandFailure("from must be an existing cronjob");
  if (object.kind !== "CronJob") throw new CommandFailure(`unknown object type ${goTypeName(object)}`);
  const cron = object as unknown as CronJob;
  const template = cron.spec.jobTemplate;
  const metadata = (template.metadata ?? {}) as {
    annotations?: Readonly<Record<string, string>>;
    labels?: Readonly<Record<string, string>>;
  };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name,
      annotations: { ...metadata.annotations, "cronjob.kubernetes.io/instantiate": "manual" },
      ...(metadata.labels && { labels: metadata.labels }),
      ownerReferences: [
        { apiVersion: "batch/v1", kind: "CronJob", name: cron.metadata.name, uid: cron.metadata.uid as string, controller: true },
      ],
    },
    spec: template.spec,
    status: {},
  } as unknown as Manifest;
};

/** `kubectl create cronjob`. */
export const createCronJobCommand: Command = defineCommand({
  path: "create cronjob",
  aliases: ["create cj"],
  usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
  flags: flagTable("image string", "schedule string", "restart string", ...GENERATOR_FLAGS),
  required: ["image", "schedule"],
  run: async (session) => {
    const { args } = session;
    const name = requireName(session, "create cronjob");
    const missing = ["image", "schedule"].filter((flag) => !args.has(flag));
    if (missing.length > 0) throw new CommandFailure(`required flag(s) ${missing.map((flag) => `"${flag}"`).join(", ")} not set`);
    const spec = {
      ...podOf(name, args.text("image") as string, commandAfterDash(session)),
      restartPolicy: args.text("restart") ?? "OnFailure",
    };
    const object = {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name },
      spec: { schedule: args.text("schedule"), jobTemplate: { metadata: { name }, spec: { template: { metadata: {}, spec } } } },
      status: {},
    } as unknown as Manifest;
    await createGenerated(session, {
      resource: "cronjobs.batch",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create cronjob: ",
    });
  },
});

interface ServiceKind {
  readonly name: string;
  readonly type: string;
  readonly title: string;
}

const SERVICE_KINDS: readonly ServiceKind[] = [
  { name: "clusterip", type: "ClusterIP", title: "ClusterIP" },
  { name: "nodeport", type: "NodePort", title: "NodePort" },
  { name: "loadbalancer", type: "LoadBalancer", title: "LoadBalancer" },
  { name: "externalname", type: "ExternalName", title: "ExternalName" },
];

const SERVICE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  ClusterIP: ["clusterip string"],
  NodePort: ["node-port int"],
  LoadBalancer: [],
  ExternalName: ["external-name string"],
};

/** `kubectl create service clusterip` and its siblings. */
export const createServiceCommands: readonly Command[] = SERVICE_KINDS.map(({ name: kind, type, title }) =>
  defineCommand({
    path: `create service ${kind}`,
    aliases: [`create svc ${kind}`],
    usage: "NAME [--tcp=<port>:<targetPort>] [--dry-run=server|client|none]",
    flags: flagTable("tcp list", ...(SERVICE_FLAGS[type] ?? []), ...GENERATOR_FLAGS),
    run: async (session) => {
      const { args } = session;
      const name = requireName(session, `create service ${kind}`);
      if (type === "ExternalName" && !args.has("external-name")) throw new CommandFailure('required flag(s) "external-name" not set');
      const ports = args.list("tcp").map((text) => parsePort(text, args.number("node-port")));
      const clusterIp = args.text("clusterip");
      if (ports.length === 0 && clusterIp !== "None" && type !== "ExternalName")
        throw new CommandFailure("at least one tcp port specifier must be provided");
      if (type === "ExternalName" && subdomainProblems(args.text("external-name") ?? "").length > 0)
        throw new CommandFailure(`invalid service external name ${args.text("external-name") ?? ""}`);
      const labels = { app: name };
      const spec = {
        ...(ports.length > 0 && { ports }),
        selector: labels,
        type,
        ...(clusterIp && { clusterIP: clusterIp }),
        ...(type === "ExternalName" && { externalName: args.text("external-name") }),
      };
      const object = { apiVersion: "v1", kind: "Service", metadata: { name, labels }, spec, status: { loadBalancer: {} } } as Manifest;
      await createGenerated(session, {
        resource: "services",
        object,
        done: "created",
        fieldManager: MANAGER,
        failure: `failed to create ${title} service: `,
      });
    },
  }),
);

const portProblems = (port: number): readonly string[] => (port < 1 || port > 65_535 ? ["must be between 1 and 65535, inclusive"] : []);

const parsePort = (text: string, nodePort: number | undefined): Readonly<Record<string, unknown>> => {
  const [port, target] = text.split(":");
  if (Number(port) > 65_535) throw new CommandFailure(`strconv.ParseUint: parsing ${JSON.stringify(port)}: value out of range`);
  if (!/^\d+$/.test(port ?? "")) throw new CommandFailure(`strconv.ParseUint: parsing ${JSON.stringify(port ?? "")}: invalid syntax`);
  const targetPort = target === undefined ? Number(port) : /^[-+]?\d+$/.test(target) ? Number(target) : target;
  const problems = target === undefined ? [] : typeof targetPort === "string" ? portNameProblems(targetPort) : portProblems(targetPort);
  if (problems.length > 0) throw new CommandFailure(problems.join(","));
  return { name: text.replaceAll(":", "-"), port: Number(port), protocol: "TCP", targetPort, ...(nodePort && { nodePort }) };
};
