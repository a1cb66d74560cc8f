import { notFound } from "./dns-module.ts";
import type { NodeHost } from "./node-events.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toText } from "./operations.ts";
import { errorValue, type HostFunction, isCallable } from "./values.ts";

type Args = readonly unknown[];

/** `require("http")`: servers that answer requests of the model's network, and requests through it. */
export const createHttp = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => ({
  createServer: (args: Args) => createServer(runtime, host, args.find(isCallable)),
  get: ([target, callback]: Args) => {
    const options = target as { readonly hostname?: string; readonly host?: string; readonly port?: unknown; readonly path?: string };
    const url =
      typeof target === "string"
        ? target
        : `http://${options.hostname ?? options.host}:${toText(options.port ?? 80)}${options.path ?? "/"}`;
    const { emitter, emit } = createEmitter(runtime);
    const answer = runtime.ask(() => host.fetch(url));
    runtime.after(answer.afterMs, () => {
      if ("code" in answer) {
        emit("error", [connectError(answer, url)]);
        return;
      }
      const response = createEmitter(runtime);
      if (callback !== undefined)
        runtime.evaluator.call(callback, [
          Object.assign(response.emitter, {
            statusCode: answer.status,
            headers: {},
            resume: () => undefined,
            setEncoding: () => undefined,
          }),
        ]);
      response.emit("data", [answer.body]);
      response.emit("end", []);
    });
    return Object.assign(emitter, { end: () => undefined });
  },
});

/** The error of a connection that did not come about: a name that nobody knows, or the address that refused. */
export const connectError = ({ code, detail }: { readonly code: string; readonly detail?: string }, url: string) => {
  if (code === "ENOTFOUND") return notFound(/^\w+:\/\/([^/:]+)/.exec(url)?.[1] ?? url);
  const [, address, port] = /^(.*):(\d+)$/.exec(detail ?? "") ?? [];
  if (address === undefined) return errorValue("Error", `connect ${code}`, { code, syscall: "connect" });
  const errno = code === "ECONNREFUSED" ? -111 : -110;
  return errorValue("Error", `connect ${code} ${address}:${port}`, { errno, code, syscall: "connect", address, port: Number(port) });
};

/** `require("net")`: servers and connections as far as a port matters. */
export const createNet = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => {
  const connect: HostFunction = (args) => {
    const options = (
      typeof args[0] === "object" ? args[0] : { port: args[0], host: args.find((arg, index) => index > 0 && typeof arg === "string") }
    ) as { readonly port: unknown; readonly host?: string };
    const { emitter, emit } = createEmitter(runtime);
    const answer = runtime.ask(() => host.fetch(`tcp://${options.host ?? "127.0.0.1"}:${toText(options.port)}/`));
    runtime.after(answer.afterMs, () => {
      if ("code" in answer) emit("error", [connectError(answer, `tcp://${options.host ?? "127.0.0.1"}/`)]);
      else {
        const callback = args.findLast(isCallable);
        if (callback !== undefined) runtime.evaluator.call(callback, []);
        emit("connect", []);
      }
    });
    return Object.assign(emitter, { write: () => true, end: () => undefined, destroy: () => undefined });
  };
  const isIP = ([text]: Args): number => (/^\d+(\.\d+){3}$/.test(toText(text)) ? 4 : toText(text).includes(":") ? 6 : 0);
  return { connect, createConnection: connect, isIP, createServer: (args: Args) => createServer(runtime, host, args.find(isCallable)) };
};

const createEmitter = (runtime: NodeRuntime) => {
  const emitter = runtime.emitters.create();
  return { emitter, emit: (name: string, args: Args) => runtime.emitters.emit(emitter, name, args) };
};

const createServer = (runtime: NodeRuntime, host: NodeHost, handler: unknown): Record<string, unknown> => {
  const { emitter, emit } = createEmitter(runtime);
  let port = 0;
  const listen: HostFunction = (args) => {
    const [first] = args;
    port = Number(typeof first === "object" && first !== null ? (first as { readonly port?: unknown }).port : first);
    if (runtime.ask(() => host.isTaken(port))) {
      const words = `listen EADDRINUSE: address already in use :::${port}`;
      const error = errorValue("Error", words, { code: "EADDRINUSE", errno: -98, syscall: "listen", address: "::", port });
      runtime.evaluator.enqueue(() => void emit("error", [error]), true);
      return emitter;
    }
    runtime.servers.set(port, (request, answer) => {
      const incoming = createEmitter(runtime);
      const address = { remoteAddress: "::ffff:10.244.0.1" };
      const req = Object.assign(incoming.emitter, {
        method: request.method,
        url: request.path,
        headers: { host: "localhost", "user-agent": "kube-probe/1.35" },
        socket: address,
        connection: address,
      });
      const res = createResponse(answer);
      if (handler !== undefined) runtime.evaluator.call(handler, [req, res]);
      emit("request", [req, res]);
      if (request.body !== undefined) incoming.emit("data", [request.body]);
      incoming.emit("end", []);
    });
    const callback = args.find(isCallable);
    runtime.evaluator.enqueue(() => {
      if (callback !== undefined) runtime.evaluator.call(callback, []);
      emit("listening", []);
    });
    return emitter;
  };
  const close: HostFunction = ([callback]) => {
    runtime.servers.delete(port);
    if (callback !== undefined) runtime.evaluator.enqueue(() => void runtime.evaluator.call(callback, []));
    return emitter;
  };
  return Object.assign(emitter, { listen, close, address: () => ({ port, address: "::", family: "IPv6" }) });
};

const createResponse = (answer: { status: number; body: string; isEnded: boolean }): Record<string, unknown> => {
  const response: Record<string, unknown> = { statusCode: 200, headersSent: false };
  response["setHeader"] = () => response;
  response["on"] = () => response;
  response["writeHead"] = ([status]: Args) => {
    response["statusCode"] = Number(status);
    return response;
  };
  response["write"] = ([text]: Args) => {
    answer.body += toText(text);
    return true;
  };
  response["end"] = ([text]: Args) => {
    if (text !== undefined && !isCallable(text)) answer.body += toText(text);
    answer.status = Number(response["statusCode"]);
    answer.isEnded = true;
    return response;
  };
  return response;
};
