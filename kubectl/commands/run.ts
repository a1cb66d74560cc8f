import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { createGenerated, GENERATOR_FLAGS, parseLabels } from "../generate/create-generated.ts";
import { withOverrides } from "../generate/overrides.ts";
import { dryRunOf } from "../session/dry-run.ts";
import { CommandFailure } from "../session/errors.ts";
import { PODS } from "../session/pods-of.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl run`. With `--rm` or `--attach` it waits for the pod's end and prints its log. */
export const runCommand: Command = defineCommand({
  path: "run",
  usage:
    'NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [--overrides=inline-json] [--command] -- [COMMAND] [args...]',
  flags: flagTable(
    "image string",
    "image-pull-policy string",
    "restart string",
    "env array",
    "port string",
    "labels,l string",
    "annotations array",
    "command bool",
    "rm bool",
    "stdin,i bool",
    "tty,t bool",
    "attach bool",
    "quiet,q bool",
    "expose bool",
    "overrides string",
    "override-type string",
    "privileged bool",
    "leave-stdin-open bool",
    "pod-running-timeout duration",
    "force bool",
    "grace-period int",
    "wait bool",
    "timeout duration",
    "cascade string=background",
    ...GENERATOR_FLAGS,
    ...FILE_FLAGS,
    RECORD_FLAG,
  ),
  required: ["image"],
  run: async (session) => {
    const { args } = session;
    const name = args.words[0];
    if (name === undefined || args.wordsBeforeDash === 0)
      throw new CommandFailure("NAME is required for run\nSee 'kubectl run -h' for help and examples");
    checkFlags(session);
    const pod = withOverrides(session, podOf(session, name));
    const isSaved = dryRunOf(session) !== "client";
    if (args.on("expose")) {
      const object = serviceOf(session, name);
      await createGenerated(session, { resource: "services", object, done: "created", fieldManager: "kubectl-run", isSaved });
      // Beside the line that its printer puts between documents.
      if (args.text("output") === "yaml") session.print("---\n");
    }
    const isAttached = args.on("attach") || args.on("stdin") || args.on("rm");
    if (!isAttached || dryRunOf(session) !== "none")
      return createGenerated(session, { resource: "pods", object: pod, done: "created", fieldManager: "kubectl-run", isSaved });
    await runAttached(session, pod);
  },
});

const PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const HOST = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
/** Pattern of image names that container runtimes accept: host, path, tag and digest. */
const IMAGE = new RegExp(
  `^(?:${HOST}(?:\\.${HOST})*(?::[0-9]+)?/)?${PART}(?:/${PART})*(?::\\w[\\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

const PULL = ["Always", "IfNotPresent", "Never"];
const RESTART = ["Always", "OnFailure", "Never"];
const usage = (message: string): CommandFailure => new CommandFailure(`${message}\nSee 'kubectl run -h' for help and examples`);

const checkFlags = (session: Session): void => {
  const { args } = session;
  const image = args.text("image") as string;
  if (image === "") throw new CommandFailure("--image is required");
  if (!IMAGE.test(image)) throw new CommandFailure(`Invalid image name ${JSON.stringify(image)}: invalid reference format`);
  if (args.on("tty") && !args.on("stdin")) throw usage("-i/--stdin is required for containers with -t/--tty=true");
  if (args.on("expose") && !args.has("port")) throw usage("--port must be set when exposing a service");
  const restart = args.text("restart");
  if (restart && !RESTART.includes(restart)) throw usage(`invalid restart policy: ${restart}`);
  const pull = args.text("image-pull-policy");
  if (pull && !PULL.includes(pull)) throw usage(`invalid image pull policy: ${pull}`);
  if (dryRunOf(session) !== "none" && (args.on("attach") || args.on("stdin") || args.on("tty")))
    throw usage("--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)");
  if (args.on("rm") && !args.on("attach") && !args.on("stdin")) throw usage("--rm should only be used for attached containers");
  const port = args.text("port");
  if (port && !/^[-+]?\d+$/.test(port)) throw new CommandFailure(`strconv.Atoi: parsing ${JSON.stringify(port)}: invalid syntax`);
  for (const pair of args.list("env")) if (!/^[A-Za-z_][A-Za-z0-9_]*=/.test(pair)) throw new CommandFailure(`invalid env: ${pair}`);
  for (const pair of args.list("annotations")) if (!/^[^=]+=/.test(pair)) throw new CommandFailure(`invalid annotations format: ${pair}`);
};

const podOf = (session: Session, name: string): Manifest => {
  const { args } = session;
  const words = args.words.slice(1);
  const env = args.list("env").map((pair) => {
    const value = pair.slice(pair.indexOf("=") + 1);
    return { name: pair.slice(0, pair.indexOf("=")), ...(value && { value }) };
  });
  const port = args.text("port");
  const isOneShot = args.on("stdin") && !args.has("restart");
  const container = {
    name,
    image: args.text("image"),
    ...(words.length > 0 && (args.on("command") ? { command: words } : { args: words })),
    ...(env.length > 0 && { env }),
    ...(port && { ports: [{ containerPort: Number(port) }] }),
    resources: {},
    ...(args.text("image-pull-policy") && { imagePullPolicy: args.text("image-pull-policy") }),
    ...(args.on("privileged") && { securityContext: { privileged: true } }),
    ...(args.on("stdin") && { stdin: true, ...(!args.on("leave-stdin-open") && { stdinOnce: true }) }),
    ...(args.on("tty") && { tty: true }),
  };
  const annotations = parseLabels(args.list("annotations").join(","));
  const metadata = { name, labels: parseLabels(args.text("labels")) ?? { run: name }, ...(annotations && { annotations }) };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata,
    spec: {
      containers: [container],
      dnsPolicy: "ClusterFirst",
      restartPolicy: args.text("restart") || (isOneShot ? "OnFailure" : "Always"),
    },
    status: {},
  } as Manifest;
};

const serviceOf = ({ args }: Session, name: string): Manifest => {
  const port = Number(args.text("port"));
  const selector = parseLabels(args.text("labels")) ?? { run: name };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name },
    spec: { ports: [{ port, protocol: "TCP", targetPort: port }], selector },
    status: { loadBalancer: {} },
  } as Manifest;
};

const OVER = ["Succeeded", "Failed"];

const runAttached = async (session: Session, pod: Manifest): Promise<void> => {
  const collection = resourcePath(PODS, session.namespace);
  await session.write({ method: "POST", path: collection, body: pod, fieldManager: "kubectl-run" });
  const path = resourcePath(PODS, session.namespace, pod.metadata.name);
  const { clock } = session.cluster;
  const deadlineMs = clock.nowMs() + (session.args.duration("pod-running-timeout") || Math.min(60_000, session.timeoutMs));
  const left = () => ({ timeoutMs: Math.max(0, deadlineMs - clock.nowMs()) });
  const isIn = (phases: readonly string[]) => async (): Promise<boolean> =>
    phases.includes(((await session.cluster.read({ path })).body as Pod).status?.phase ?? "");
  if (session.args.on("stdin") && (await clock.until(isIn(["Running", ...OVER]), left()))) {
    const place = { namespace: session.namespace, pod: pod.metadata.name, container: pod.metadata.name };
    const { error } = await session.cluster.attach({ ...place, stdin: session.stdin ?? "", ...left() });
    if (error !== undefined && !(await isIn(OVER)()))
      session.note(`warning: couldn't attach to pod/${place.pod}, falling back to streaming logs: ${error}`);
  }
  const wasOver = await clock.until(isIn(OVER), left());
  const log = await session.cluster.read({ path: `${path}/log`, query: { container: pod.metadata.name } });
  if (log.status === 200 && typeof log.body === "string") session.print(log.body);
  const last = (await session.cluster.read({ path })).body as Pod;
  if (session.args.on("rm")) {
    await session.write({ method: "DELETE", path });
    if (!session.args.on("quiet")) session.line(`pod ${JSON.stringify(pod.metadata.name)} deleted from ${session.namespace} namespace`);
  }
  if (!wasOver) throw new CommandFailure("timed out waiting for the condition");
  const ended = last.status?.containerStatuses?.[0]?.state?.terminated;
  if (last.status?.phase === "Failed" && ended)
    throw new CommandFailure(`pod ${session.namespace}/${pod.metadata.name} terminated (${ended.reason ?? ""})`, {
      exitCode: ended.exitCode || 1,
      complete: true,
    });
};
