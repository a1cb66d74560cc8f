import type { RequestOptions } from "node:https";
import { PassThrough, type Readable } from "node:stream";
import { Attach, Exec, KubeConfig, type V1Status } from "@kubernetes/client-node";
import { WebSocketHandler } from "@kubernetes/client-node/dist/web-socket-handler.js";
import type { ExecCall, ExecOutcome, ExecPlace, ExecStatus, RemoteCommand } from "./api-connection.ts";
import type { Fields, ResolvedContext } from "./kubeconfig.ts";
import { unreachable } from "./unreachable.ts";

/** Request options of a user who logs in with an exec plug-in, an auth provider or a proxy. */
export const requestOptions = async (context: ResolvedContext): Promise<RequestOptions> => {
  const config = toConfig(context);
  const options: Parameters<KubeConfig["applyToHTTPSOptions"]>[0] = { headers: {} };
  await config.applyToHTTPSOptions(options);
  const { agent, ...others } = options;
  return (config.getCurrentCluster()?.proxyUrl === undefined ? others : { ...others, agent }) as RequestOptions;
};

/** A cluster with the caller's identity. */
export interface Calling {
  readonly context: ResolvedContext;
  /** Headers that are sent with every request, for impersonation. */
  readonly extraHeaders: Readonly<Record<string, string | readonly string[]>>;
}

/** Runs a command over a WebSocket; undefined if the server refuses to upgrade. */
export const execOverWebSocket = async (calling: Calling, call: ExecCall): Promise<ExecOutcome | undefined> => {
  const started = await startCommand(calling, call, call.stdin !== undefined);
  if (started === undefined) return undefined;
  const { stdin, stdout, stderr, ended, close } = started;
  const output = Promise.all([readAll(stdout), readAll(stderr)]);
  stdin?.write(call.stdin ?? "");
  if (call.keepsStdinOpen !== true) stdin?.end();
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), call.timeoutMs);
  const end = await Promise.race([ended, late.promise]);
  clearTimeout(timer);
  close();
  const [stdoutText, stderrText] = await output;
  return {
    stdout: stdoutText,
    stderr: stderrText,
    status: end === "late" ? undefined : (end as ExecStatus | undefined),
    timedOut: end === "late",
  };
};

/** Starts an interactive command; undefined if the server refuses to upgrade. */
export const talkOverWebSocket = async (calling: Calling, place: ExecPlace): Promise<RemoteCommand | undefined> => {
  const started = await startCommand(calling, place, true);
  if (started === undefined) return undefined;
  const { stdin, stdout, stderr, ended, close } = started;
  stderr.resume();
  return { write: (text) => void stdin?.write(text), output: stdout, ended: ended.then(() => undefined), close };
};

const startCommand = async (calling: Calling, { namespace, pod, container, command }: ExecPlace, hasStdin: boolean) => {
  const config = withHeaders(toConfig(calling.context), calling.extraHeaders);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const stdin = hasStdin ? new PassThrough() : null;
  // Streams of its own: the handler's default would close those of this process when the server says so.
  const handler = new WebSocketHandler(config, undefined, {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  });
  const { promise: ended, resolve } = Promise.withResolvers<V1Status | undefined>();
  const open =
    command === undefined
      ? new Attach(config, handler).attach(namespace, pod, container, stdout, stderr, stdin, false)
      : new Exec(config, handler).exec(namespace, pod, container, [...command], stdout, stderr, stdin, false, resolve);
  const socket = await open.catch((cause: unknown) => explainRefusal(String(calling.context.cluster["server"]), cause));
  if (socket === undefined) return undefined;
  socket.addEventListener("close", () => resolve(undefined));
  const close = (): void => {
    socket.close();
    stdout.end();
    stderr.end();
  };
  return { stdin, stdout, stderr, ended, close };
};

const toConfig = ({ cluster, user, namespace }: ResolvedContext): KubeConfig => {
  const config = new KubeConfig();
  const context = { name: NAME, context: { cluster: NAME, user: NAME, ...(namespace !== undefined && { namespace }) } };
  const file: Fields = { "current-context": NAME, clusters: [{ name: NAME, cluster }], users: [{ name: NAME, user }], contexts: [context] };
  config.loadFromString(JSON.stringify({ apiVersion: "v1", kind: "Config", ...file }));
  return config;
};

/** Adds impersonation headers, of which the library supports only one. */
const withHeaders = (config: KubeConfig, extraHeaders: Calling["extraHeaders"]): KubeConfig => {
  const apply = config.applyToHTTPSOptions.bind(config);
  config.applyToHTTPSOptions = async (options) => {
    await apply(options);
    options.headers = { ...options.headers, ...(extraHeaders as Readonly<Record<string, string | string[]>>) };
  };
  return config;
};

/** Name of the context, which the library requires although it is resolved already. */
const NAME = "current";

/** Distinguishes failures: an answer without an upgrade is the server's refusal; anything else means that the server is unreachable. */
const explainRefusal = (server: string, cause: unknown): undefined => {
  const message = (cause as { readonly message?: string }).message ?? "";
  if (/Unexpected server response: \d+/.test(message)) return undefined;
  throw unreachable(server, cause);
};

const readAll = async (stream: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};
