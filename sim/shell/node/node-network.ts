import type { NodeHost } from "./node-events.ts";
import type { NodeRuntime } from "./node-runtime.ts";
import { toText } from "./operations.ts";
import { errorValue, type HostFunction, isCallable, throwError } from "./values.ts";

type Args = readonly unknown[];

/** `require("http")`: servers that answer requests of the model's network, and requests through it. */
export const createHttp = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => ({
  createServer: (args: Args) => createServer(runtime, args.find(isCallable)),
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
        if (!emit("error", [errorValue("Error", `connect ${answer.code}`, { code: answer.code })]))
          throwError("Error", `connect ${answer.code}`, { code: answer.code });
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

/** `require("net")`: servers and connections as far as a port matters. */
export const createNet = (runtime: NodeRuntime, host: NodeHost): Record<string, unknown> => {
  const connect: HostFunction = (args) => {
    const options = (
      typeof args[0] === "object" ? args[0] : { port: args[0], host: args.find((arg, index) => index > 0 && typeof arg === "string") }
    ) as { readonly port: unknown; readonly host?: string };
    const { emitter, emit } = createEmitter(runtime);
    const answer = runtime.ask(() => host.fetch(`tcp://${options.host ?? "127.0.0.1"}:${toText(options.port)}/`));
    runtime.after(answer.afterMs, () => {
      if ("code" in answer) {
        if (!emit("error", [errorValue("Error", `connect ${answer.code}`, { code: answer.code })]))
          throwError("Error", `connect ${answer.code}`, { code: answer.code });
      } else {
        const callback = args.findLast(isCallable);
        if (callback !== undefined) runtime.evaluator.call(callback, []);
        emit("connect", []);
      }
    });
    return Object.assign(emitter, { write: () => true, end: () => undefined, destroy: () => undefined });
  };
  return { connect, createConnection: connect, createServer: (args: Args) => createServer(runtime, args.find(isCallable)) };
};

const createEmitter = (runtime: NodeRuntime) => {
  const listeners = new Map<string, unknown[]>();
  const emitter: Record<string, unknown> = {};
  emitter["on"] = ([name, listener]: Args) => {
    listeners.set(toText(name), [...(listeners.get(toText(name)) ?? []), listener]);
    return emitter;
  };
  emitter["once"] = emitter["on"];
  const emit = (name: string, args: Args): boolean => {
    const found = listeners.get(name) ?? [];
    for (const listener of found) runtime.evaluator.call(listener, args);
    return found.length > 0;
  };
  emitter["emit"] = ([name, ...args]: Args) => emit(toText(name), args);
  return { emitter, emit };
};

const createServer = (runtime: NodeRuntime, handler: unknown): Record<string, unknown> => {
  const { emitter, emit } = createEmitter(runtime);
  let port = 0;
  const listen: HostFunction = (args) => {
    const [first] = args;
    port = Number(typeof first === "object" && first !== null ? (first as { readonly port?: unknown }).port : first);
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
