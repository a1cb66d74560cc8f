import { findResource } from "#kube/objects/resources.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { unregistered } from "../command-line/objects-of-arguments.ts";
import { followLogs } from "../logs/follow-log.ts";
import { goTimeProblem } from "../parse/go-time.ts";
import { CommandFailure, isNotFound, StatusFailure, statusFailure } from "../session/errors.ts";
import { requireKind } from "../session/kinds.ts";
import { defaultContainer, PODS, podsOf } from "../session/pods-of.ts";
import { type Manifest, resourcePath, type Session } from "../session/session.ts";

/** `kubectl logs`. Following prints the existing lines only: nothing new is written while a command runs. */
export const logsCommand: Command = defineCommand({
  path: "logs",
  aliases: ["log"],
  usage: "[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER] [options]",
  flags: flagTable(
    "container,c string",
    "previous,p bool",
    "follow,f bool",
    "tail int",
    "since duration",
    "since-time string",
    "timestamps bool",
    "prefix bool",
    "all-containers bool",
    "all-pods bool",
    "selector,l string",
    "limit-bytes int",
    "max-log-requests int",
    "ignore-errors bool",
    "pod-running-timeout duration",
    "insecure-skip-tls-verify-backend bool",
  ),
  run: async (session) => {
    const container = containerArgument(session);
    checkTimes(session);
    const target = await findTarget(session);
    checkFlags(session, container);
    const pods = await podsOfTarget(session, target);
    const streams: { readonly pod: Pod; readonly container: string }[] = [];
    for (const pod of pods) for (const name of containersOf(session, pod, container)) streams.push({ pod, container: name });
    if (!session.args.on("follow")) {
      for (const stream of streams) await printLog(session, stream.pod, stream.container);
      return;
    }
    const max = session.args.number("max-log-requests") ?? 5;
    if (streams.length > 1 && streams.length > max)
      throw new CommandFailure(
        `you are attempting to follow ${streams.length} log streams, but maximum allowed concurrency is ${max}, use --max-log-requests to increase the limit`,
      );
    await followLogs(
      session,
      streams.map((stream) => ({
        ...stream,
        query: logQuery(session, stream.container),
        print: (text) => session.print(prefixed(session, stream, text)),
      })),
    );
  },
});

const USAGE =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command\nSee 'kubectl logs -h' for help and examples";

const containerArgument = ({ args }: Session): string | undefined => {
  const { words } = args;
  const selector = args.text("selector");
  if (words.length > 2 || (words.length === 0 && !selector)) throw new CommandFailure(USAGE);
  if (words.length >= 1 && selector)
    throw new CommandFailure("only a selector (-l) or a POD name is allowed\nSee 'kubectl logs -h' for help and examples");
  return words[1] ?? args.text("container");
};

/** Validates the flags that kubectl reads before it looks for pods. */
const checkTimes = ({ args }: Session): void => {
  if (args.has("pod-running-timeout") && (args.duration("pod-running-timeout") ?? 0) <= 0)
    throw new CommandFailure("--pod-running-timeout must be higher than zero");
  const sinceTime = args.text("since-time");
  const problem = sinceTime ? goTimeProblem(sinceTime) : undefined;
  if (problem !== undefined) throw new CommandFailure(problem);
};

const checkFlags = ({ args }: Session, container: string | undefined): void => {
  if (args.text("since-time") && args.duration("since"))
    throw new CommandFailure("at most one of `sinceTime` or `sinceSeconds` may be specified");
  if (args.on("all-containers") && container)
    throw new CommandFailure(`--all-containers=true should not be specified with container name ${container}`);
  if ((args.duration("since") ?? 0) < 0) throw new CommandFailure("--since must be greater than 0");
  if ((args.number("tail") ?? 0) < -1) throw new CommandFailure("--tail must be greater than or equal to -1");
  if (args.words.length === 2 && args.has("container")) throw new CommandFailure("only one of -c or an inline [CONTAINER] arg is allowed");
  if ((args.number("limit-bytes") ?? 0) < 0) throw new CommandFailure("--limit-bytes must be greater than 0");
};

/** Finds the pods of a selector, or the named object. */
const findTarget = async (session: Session): Promise<readonly Pod[] | Manifest> => {
  const selector = session.args.text("selector");
  if (!selector) return readTarget(session, session.args.words[0] as string);
  const pods = await session.list<Pod>(PODS, session.namespace, { labelSelector: selector });
  if (pods.length === 0) session.note(`No resources found in ${session.namespace} namespace.`);
  return pods;
};

const podsOfTarget = async (session: Session, target: readonly Pod[] | Manifest): Promise<readonly Pod[]> => {
  if (!("kind" in target)) return target;
  if (target.kind === "Pod") return [target as unknown as Pod];
  const pods = await podsOf(session, target, "cannot get the logs from");
  const first = pods[0];
  if (first === undefined) throw new CommandFailure("timed out waiting for the condition");
  if (session.args.on("all-pods")) return pods;
  if (pods.length > 1) session.note(`Found ${pods.length} pods, using pod/${first.metadata.name}`);
  return [first];
};

const readTarget = async (session: Session, word: string): Promise<Manifest> => {
  const slash = word.indexOf("/");
  const row = slash === -1 ? PODS : await requireKind(session, word.slice(0, slash));
  const name = slash === -1 ? word : word.slice(slash + 1);
  try {
    const object = await session.get(row, name, row.namespaced ? session.namespace : undefined);
    if (findResource(row.resource) === undefined) throw unregistered(row);
    return { ...object, apiVersion: object.apiVersion ?? row.version, kind: object.kind ?? row.kind };
  } catch (failure) {
    if (!isNotFound(failure)) throw failure;
    throw new CommandFailure(
      `error from server (NotFound): ${failure.status.message ?? ""} in namespace ${JSON.stringify(session.namespace)}`,
    );
  }
};

const containersOf = (session: Session, pod: Pod, container: string | undefined): readonly string[] => {
  const all = [...(pod.spec.initContainers ?? []), ...pod.spec.containers, ...(pod.spec.ephemeralContainers ?? [])].map(({ name }) => name);
  if (session.args.on("all-containers")) return all;
  if (!container) return [defaultContainer(session, pod, session.args.on("all-pods"))];
  if (!all.includes(container)) throw new CommandFailure(`container ${container} is not valid for pod ${pod.metadata.name}`);
  return [container];
};

const printLog = async (session: Session, pod: Pod, container: string): Promise<void> => {
  const { args } = session;
  const response = await session.cluster.read({
    path: resourcePath(PODS, pod.metadata.namespace, pod.metadata.name, "log"),
    query: logQuery(session, container),
  });
  // A pod without a node answers with nothing.
  if (response.status >= 300) {
    const failure = statusFailure(response);
    if (!args.on("ignore-errors")) throw failure;
    return session.print(`error: ${failure instanceof StatusFailure ? failure.status.message : ""}\n`);
  }
  const text = typeof response.body === "string" ? response.body : "";
  session.print(prefixed(session, { pod, container }, text));
};

const prefixed = ({ args }: Session, { pod, container }: { readonly pod: Pod; readonly container: string }, text: string): string =>
  args.on("prefix") || args.on("all-pods") ? prefixLines(text, `[pod/${pod.metadata.name}/${container}] `) : text;

const logQuery = ({ args }: Session, container: string): Readonly<Record<string, string>> => {
  const query: Record<string, string> = { container };
  if (args.on("previous")) query["previous"] = "true";
  if (args.on("timestamps")) query["timestamps"] = "true";
  const since = args.duration("since");
  if (since) query["sinceSeconds"] = String(Math.round(since / 1000));
  const sinceTime = args.text("since-time");
  if (sinceTime) query["sinceTime"] = sinceTime;
  const limit = args.number("limit-bytes");
  if (limit) query["limitBytes"] = String(limit);
  const tail = args.number("tail") ?? (args.text("selector") ? 10 : -1);
  if (tail >= 0) query["tailLines"] = String(tail);
  return query;
};

const prefixLines = (text: string, prefix: string): string => text.replace(/^(?=[^\n])/gm, prefix);
