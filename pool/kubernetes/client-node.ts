import type { RequestOptions } from "node:https";
import { PassThrough, type Readable } from "node:stream";
import { Exec, KubeConfig, type V1Status } from "@kubernetes/client-node";
import { WebSocketHandler } from "@kubernetes/client-node/dist/web-socket-handler.js";
import type { ExecCall, ExecOutcome, ExecStatus } from "./api-connection.ts";
import type { Fields, ResolvedContext } from "./kubeconfig.ts";
import { unreachable } from "./unreachable.ts";

/** How a user logs in who does it by a program, a provider or a proxy. */
export const requestOptions = async (context: ResolvedContext): Promise<RequestOptions> => {
  const config = toConfig(context);
  const options: Parameters<KubeConfig["applyToHTTPSOptions"]>[0] = { headers: {} };
  await config.applyToHTTPSOptions(options);
  const { agent, ...others } = options;
  return (config.getCurrentCluster()?.proxyUrl === undefined ? others : { ...others, agent }) as RequestOptions;
};

/** Runs a command over a web socket; undefined when the server refuses to upgrade. */
export const execOverWebSocket = async (context: ResolvedContext, call: ExecCall): Promise<ExecOutcome | undefined> => {
  const config = toConfig(context);
  const server = String(context.cluster["server"]);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const stdin = call.stdin === undefined ? null : new PassThrough();
  const output = Promise.all([readAll(stdout), readAll(stderr)]);
  // Streams of its own: the handler's default would close those of this process when the server says so.
  const handler = new WebSocketHandler(config, undefined, {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  });
  const ended = Promise.withResolvers<V1Status | undefined>();
  const open = new Exec(config, handler).exec(
    call.namespace,
    call.pod,
    call.container,
    [...call.command],
    stdout,
    stderr,
    stdin,
    false,
    ended.resolve,
  );
  const socket = await open.catch((cause: unknown) => explainRefusal(server, cause));
  if (socket === undefined) return undefined;
  socket.addEventListener("close", () => ended.resolve(undefined));
  if (stdin !== null) stdin.write(call.stdin ?? "");
  if (stdin !== null && !call.keepsStdinOpen) stdin.end();
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), call.timeoutMs);
  const end = await Promise.race([ended.promise, late.promise]);
  clearTimeout(timer);
  socket.close();
  stdout.end();
  stderr.end();
  const [stdoutText, stderrText] = await output;
  return {
    stdout: stdoutText,
    stderr: stderrText,
    status: end === "late" ? undefined : (end as ExecStatus | undefined),
    timedOut: end === "late",
  };
};

const toConfig = ({ cluster, user, namespace }: ResolvedContext): KubeConfig => {
  const config = new KubeConfig();
  const context = { name: NAME, context: { cluster: NAME, user: NAME, ...(namespace !== undefined && { namespace }) } };
  const file: Fields = { "current-context": NAME, clusters: [{ name: NAME, cluster }], users: [{ name: NAME, user }], contexts: [context] };
  config.loadFromString(JSON.stringify({ apiVersion: "v1", kind: "Config", ...file }));
  return config;
};

/** Contexts are resolved already; the library wants a name all the same. */
const NAME = "current";

/** An answer that is no upgrade is the server's refusal; anything else means that there is no server. */
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
