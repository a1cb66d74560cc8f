import { Readable } from "node:stream";
import { DrillError } from "#core/drill-error.ts";
import type { Status } from "#kube/types/meta.ts";
import { type RequestInfo, requestInfo } from "#sim/apiserver/http/request-info.ts";
import { failure } from "#sim/apiserver/http/status.ts";
import { forbidden } from "#sim/apiserver/policy/rbac/refuse-access.ts";
import type { LiveAnswer, LiveApi, LiveRequest } from "../../live-api.ts";
import type { AgentAudit } from "./agent-audit.ts";
import { asLostSlot } from "./lost-slot.ts";
import type { SlotHost } from "./slot-host.ts";

/** Parts of an agent's HTTP API. */
export interface AgentApiParts {
  readonly namespace: string;
  readonly user: string;
  readonly audit: AgentAudit;
  readonly upstream: Pick<LiveApi, "send" | "close">;
  /** Called before each use: renews the lease, or throws SLOT_LOST if it has ended. */
  readonly touch: () => void;
  /** True for a request within the agent's scope. */
  readonly isInScope: SlotHost["isInScope"];
}

/** Creates a slot's HTTP API for its agent: requests outside its scope are refused, and its writes are recorded. */
export const createAgentApi = ({ namespace, user, audit, upstream, touch, isInScope }: AgentApiParts): LiveApi => {
  let isClosed = false;
  return {
    user,
    send: async (request) => {
      if (isClosed) throw over(namespace);
      touch();
      const line = readLine(request);
      if (line === undefined) return refuse(failure(400, "BadRequest", "the path is not in order"));
      const { path, query, info } = line;
      if (!isInScope(info, path, namespace)) return refuse(forbidden(user, info, path));
      const { resource, verb } = info;
      if (resource?.plural === "pods" && INTO_PODS.has(resource.subresource ?? "")) await audit.touch(resource.name ?? "");
      const answer = await upstream.send(request).catch((cause) => {
        throw isClosed ? over(namespace) : asLostSlot(cause);
      });
      const status = answer.kind === "upgrade" ? 101 : answer.status;
      if (isWrite(info)) {
        const newName = verb === "create" && resource?.name === undefined ? nameIn(request.body) : undefined;
        audit.record({ info: asCreate(info), path, status, dryRun: query["dryRun"] === "All", newName });
      }
      return answer;
    },
    close: () => {
      isClosed = true;
      upstream.close();
    },
  };
};

const over = (namespace: string): DrillError => new DrillError("EPISODE_ENDED", `the agent's part in ${namespace} is over`);

/** Subresources that give access to the inside of a pod, which is recycled afterwards. */
const INTO_PODS: ReadonlySet<string> = new Set(["exec", "attach", "portforward", "proxy"]);

/** Subresources that change a container although clients of WebSockets request them by GET. */
const SESSIONS: ReadonlySet<string> = new Set(["exec", "attach"]);

const READS: ReadonlySet<string> = new Set(["get", "list", "watch"]);

const isWrite = ({ verb, resource }: RequestInfo): boolean =>
  resource !== undefined && resource.subresource !== "portforward" && (!READS.has(verb) || SESSIONS.has(resource.subresource ?? ""));

/** Counts a command in a container as a create, whatever method the client's protocol uses. */
const asCreate = (info: RequestInfo): RequestInfo => (SESSIONS.has(info.resource?.subresource ?? "") ? { ...info, verb: "create" } : info);

/** Parses a request line; undefined if servers might interpret it differently. */
const readLine = ({ method, target }: LiveRequest) => {
  const at = target.indexOf("?");
  const path = decode(at === -1 ? target : target.slice(0, at));
  if (path === undefined || !path.startsWith("/") || /\/\.{0,2}(?:\/|$)/.test(path.replace(/\/$/, ""))) return undefined;
  const query = Object.fromEntries(new URLSearchParams(at === -1 ? "" : target.slice(at + 1)));
  return { path, query, info: requestInfo(method, path, query) };
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const refuse = (status: Status): LiveAnswer => ({
  kind: "response",
  status: status.code ?? 500,
  reason: status.reason ?? "",
  headers: ["Cache-Control", "no-cache, private", "Content-Type", "application/json"],
  body: Readable.from([`${JSON.stringify(status)}\n`]),
});

/** The name of a new object, if its body is JSON. */
const nameIn = (body: Uint8Array): string | undefined => {
  try {
    const { metadata } = JSON.parse(Buffer.from(body).toString("utf8")) as { readonly metadata?: { name?: string; generateName?: string } };
    return metadata?.name ?? metadata?.generateName;
  } catch {
    return undefined;
  }
};
