import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import type { Container, Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, type ParsedArgs } from "../command-line/flags.ts";
import { type CustomContainer, readCustomContainer, withCustomContainer } from "../debug/custom-container.ts";
import { applyProfile, isProfile } from "../debug/profiles.ts";
import { randomSuffix } from "../generate/random-suffix.ts";
import { followLogs } from "../logs/follow-log.ts";
import { CommandFailure } from "../session/errors.ts";
import { requireKind } from "../session/kinds.ts";
import { PODS } from "../session/pods-of.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl debug`: an ephemeral container, a copy of a pod, or a pod on a node. */
export const debugCommand: Command = defineCommand({
  path: "debug",
  usage: "(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]",
  flags: flagTable(
    "arguments-only bool",
    "attach bool",
    "container,c string",
    "copy-to string",
    "custom string",
    "env list",
    "filename,f list",
    "image string",
    "image-pull-policy string",
    "keep-annotations bool",
    "keep-init-containers bool",
    "keep-labels bool",
    "keep-liveness bool",
    "keep-readiness bool",
    "keep-startup bool",
    "profile string",
    "quiet,q bool",
    "replace bool",
    "same-node bool",
    "set-image list",
    "share-processes bool",
    "stdin,i bool",
    "target string",
    "tty,t bool",
  ),
  run: async (session) => {
    const request = parseRequest(session);
    checkRequest(session, request);
    for (const name of request.targets) await debugOne(session, request, name);
  },
});

interface DebugRequest {
  readonly targets: readonly string[];
  readonly command: readonly string[];
  readonly image: string;
  readonly profile: string;
  readonly custom: CustomContainer | undefined;
}

const parseRequest = (session: Session): DebugRequest => {
  const { args } = session;
  const bad = args.list("env").find((pair) => !/^[^=]+=/.test(pair));
  if (bad !== undefined)
    throw new CommandFailure(
      `error: invalid argument ${JSON.stringify(bad)} for "--env" flag: ${bad} must be formatted as key=value\nSee 'kubectl debug --help' for usage.`,
      { complete: true },
    );
  return {
    ...wordsOf(args),
    image: args.text("image") ?? "",
    profile: args.text("profile") ?? "legacy",
    custom: readCustomContainer(session),
  };
};

const wordsOf = (args: ParsedArgs): Pick<DebugRequest, "targets" | "command"> => ({
  targets: args.words.slice(0, args.wordsBeforeDash ?? args.words.length),
  command: args.wordsBeforeDash === undefined ? [] : args.words.slice(args.wordsBeforeDash),
});

const checkRequest = (session: Session, { targets, command, image, profile }: DebugRequest): void => {
  const { args } = session;
  const fail = (message: string): never => {
    throw new CommandFailure(message);
  };
  if (args.on("attach") && image === "" && !args.has("container"))
    fail("you must specify --container or create a new container using --image in order to attach.");
  if (args.text("copy-to")) {
    if (image === "" && !args.has("set-image") && command.length === 0) fail("you must specify --image, --set-image or command arguments.");
    if (command.length > 0 && !args.has("container") && image === "")
      fail("you must specify an existing container or a new image when specifying args.");
  } else {
    if (args.on("replace")) fail("--replace may only be used with --copy-to.");
    if (args.on("same-node")) fail("--same-node may only be used with --copy-to.");
    if (args.has("set-image")) fail("--set-image may only be used with --copy-to.");
    if (image === "") fail("you must specify --image when not using --copy-to.");
  }
  if (image !== "" && !/^[a-z0-9A-Z._/:@-]+$/.test(image)) fail(`invalid image name ${JSON.stringify(image)}: invalid reference format`);
  if (targets.length === 0) fail("NAME or filename is required for debug");
  const policy = args.text("image-pull-policy");
  if (policy && !["Always", "IfNotPresent", "Never"].includes(policy)) fail(`invalid image pull policy: ${policy}`);
  if (args.text("target")) {
    if (args.text("copy-to")) fail("--target is incompatible with --copy-to. Use --share-processes instead.");
    if (!args.on("quiet"))
      session.line(
        `Targeting container ${JSON.stringify(args.text("target"))}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.`,
      );
  }
  if (args.on("tty") && !args.on("stdin")) fail("-i/--stdin is required for containers with -t/--tty=true");
  if (!isProfile(profile)) fail(`unknown profile: ${profile}`);
  if (profile === "legacy")
    session.note(
      '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".',
    );
};

const debugOne = async (session: Session, request: DebugRequest, word: string): Promise<void> => {
  const [kind, name] = word.includes("/") ? (word.split("/") as [string, string]) : ["pods", word];
  const row = await requireKind(session, kind);
  const object = await session.get<Pod>(row, name, row.namespaced ? session.namespace : undefined);
  if (row.resource !== "pods" && row.resource !== "nodes")
    throw new CommandFailure(`"${row.group === "" ? "/" : `${row.group}/`}${row.version}, Kind=${row.kind}" not supported by debug`);
  const made =
    row.resource === "nodes"
      ? await debugNode(session, request, name)
      : session.args.text("copy-to")
        ? await debugCopy(session, request, object)
        : await debugInPlace(session, request, object);
  const { args } = session;
  if (made.container !== "" && (args.has("attach") ? args.on("attach") : args.on("stdin"))) await attach(session, made);
};

interface Made {
  readonly pod: Pod;
  readonly container: string;
}

const newContainer = ({ args }: Session, { image, command }: DebugRequest, name: string): Container => {
  const env = args.list("env").map((pair) => ({ name: pair.split("=")[0] as string, value: pair.slice(pair.indexOf("=") + 1) }));
  return {
    name,
    image,
    ...(command.length > 0 && (args.on("arguments-only") ? { args: command } : { command })),
    ...(env.length > 0 && { env }),
    ...(args.text("image-pull-policy") && { imagePullPolicy: args.text("image-pull-policy") }),
    ...(args.on("stdin") && { stdin: true }),
    ...(args.on("tty") && { tty: true }),
    terminationMessagePolicy: "File",
    resources: {},
  } as unknown as Container;
};

const containerName = (session: Session, pod: Pod): string => {
  const given = session.args.text("container");
  if (given) return given;
  const name = `debugger-${randomSuffix(session.nowMs(), `${pod.metadata.uid ?? pod.metadata.name}/${session.args.text("copy-to") ?? ""}`)}`;
  if (!session.args.on("quiet")) session.line(`Defaulting debug container name to ${name}.`);
  return name;
};

const debugInPlace = async (session: Session, request: DebugRequest, pod: Pod): Promise<Made> => {
  const name = containerName(session, pod);
  const target = session.args.text("target");
  const container = { ...newContainer(session, request, name), ...(target && { targetContainerName: target }) };
  const known = pod.spec.ephemeralContainers ?? [];
  const extended = { ...pod, spec: { ...pod.spec, ephemeralContainers: [...known, container] } } as Pod;
  const profiled = applyProfile(request.profile, { pod: extended, container: name, style: "ephemeral" }, session.args);
  const debugged = withCustomContainer(profiled, name, request.custom);
  const added = debugged.spec.ephemeralContainers?.at(-1);
  const order = debugged.spec.ephemeralContainers?.map((one) => ({ name: one.name }));
  const body = { spec: { "$setElementOrder/ephemeralContainers": order, ephemeralContainers: [added] } };
  const place = { name: pod.metadata.name, namespace: pod.metadata.namespace };
  await session.patch(PODS, place, { type: "strategic", body, subresource: "ephemeralcontainers", fieldManager: "kubectl-debug" });
  return { pod, container: name };
};

const debugCopy = async (session: Session, request: DebugRequest, pod: Pod): Promise<Made> => {
  const { args } = session;
  const images = new Map(args.list("set-image").map((pair) => pair.split("=") as [string, string]));
  const { ephemeralContainers: _, nodeName, ...spec } = pod.spec;
  const containers = spec.containers.map((container) => {
    const image = images.get(container.name) ?? images.get("*");
    return image === undefined ? container : { ...container, image };
  });
  const given = args.text("container") ?? "";
  const isKnown = containers.some(({ name }) => name === given);
  const onlyImages = !isKnown && request.image === "";
  if (onlyImages && images.size === 0) throw new CommandFailure("you must specify image when creating new container");
  const name = onlyImages ? "" : isKnown ? given : containerName(session, pod);
  const changed = onlyImages
    ? containers
    : isKnown
      ? containers.map((container) => (container.name === given ? overridden(session, request, container) : container))
      : [...containers, newContainer(session, request, name)];
  const copy = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: args.text("copy-to") as string,
      namespace: pod.metadata.namespace,
      ...(pod.metadata.annotations && { annotations: pod.metadata.annotations }),
      ...(pod.metadata.labels && { labels: pod.metadata.labels }),
    },
    spec: {
      ...spec,
      containers: changed,
      ...(args.has("share-processes") && { shareProcessNamespace: args.on("share-processes") }),
      ...(args.on("same-node") && nodeName && { nodeName }),
    },
  } as unknown as Pod;
  const profiled = onlyImages ? copy : applyProfile(request.profile, { pod: copy, container: name, style: "copy" }, args);
  const body = withCustomContainer(profiled, name, request.custom);
  const path = resourcePath(PODS, pod.metadata.namespace);
  const created = await session.write<Pod>({ method: "POST", path, body, fieldManager: "kubectl-debug" });
  if (args.on("replace"))
    await session.write({
      method: "DELETE",
      path: resourcePath(PODS, pod.metadata.namespace, pod.metadata.name),
      body: { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 },
    });
  return { pod: created, container: name };
};

const overridden = ({ args: flags }: Session, { image, command }: DebugRequest, container: Container): Container => {
  const { command: _, args: __, ...rest } = container as unknown as Manifest;
  const run =
    command.length === 0
      ? { command: container.command, args: container.args }
      : flags.on("arguments-only")
        ? { command: container.command, args: command }
        : { command };
  return { ...rest, ...run, ...(image !== "" && { image }), stdin: flags.on("stdin"), tty: flags.on("tty") } as unknown as Container;
};

const NODES = findResource("nodes") as ResourceRow;

const debugNode = async (session: Session, request: DebugRequest, node: string): Promise<Made> => {
  const container = session.args.text("container") || "debugger";
  const name = `node-debugger-${node}-${randomSuffix(session.nowMs(), `${NODES.plural}/${node}`)}`;
  if (!session.args.on("quiet")) session.line(`Creating debugging pod ${name} with container ${container} on node ${node}.`);
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { "app.kubernetes.io/managed-by": "kubectl-debug" } },
    spec: {
      containers: [newContainer(session, request, container)],
      nodeName: node,
      restartPolicy: "Never",
      tolerations: [{ operator: "Exists" }],
    },
  } as unknown as Pod;
  const profiled = applyProfile(request.profile, { pod, container, style: "node" }, session.args);
  const body = withCustomContainer(profiled, container, request.custom);
  const path = resourcePath(PODS, session.namespace);
  return { pod: await session.write<Pod>({ method: "POST", path, body, fieldManager: "kubectl-debug" }), container };
};

const ATTACH_WAIT_MS = 60_000;

/** Prints the container's output until it ends, since there is no terminal. */
const attach = async (session: Session, { pod, container }: Made): Promise<void> => {
  const { name, namespace } = pod.metadata;
  const path = resourcePath(PODS, namespace, name);
  const hasBegun = async (): Promise<boolean> => {
    const { status } = (await session.cluster.read({ path })).body as Pod;
    const all = [...(status?.containerStatuses ?? []), ...(status?.ephemeralContainerStatuses ?? [])];
    const state = all.find((one) => one.name === container)?.state;
    return state?.running !== undefined || state?.terminated !== undefined;
  };
  if (!(await session.cluster.clock.until(hasBegun, { timeoutMs: Math.min(ATTACH_WAIT_MS, session.timeoutMs) })))
    throw new CommandFailure("timed out waiting for the condition");
  const now = await session.read<Pod>({ path });
  await followLogs(session, [{ pod: now, container, query: { container }, print: (text) => session.print(text) }]);
};
