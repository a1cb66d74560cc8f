import type { KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../kernel/world.ts";
import type { ApiAnswer, ApiRequest } from "../http/api-request.ts";
import { parseServedPath } from "../schema/served-resources.ts";

/** Write in the audit log, from which rewards read the agent's actions. */
export interface AuditRecord {
  readonly atMs: number;
  /** The user's name. */
  readonly user: string;
  readonly verb: string;
  readonly path: string;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly dryRun: boolean;
  /** Plural with group and subresource: `deployments.apps/scale`; missing for paths that serve nothing. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Name of the log of writes. */
export const AUDIT = "audit";

/** Writes a request down; reads are not kept. */
export const recordAudit = (world: World, request: ApiRequest, verb: string, { status, body }: ApiAnswer): void => {
  const target = parseServedPath(world, request.path);
  const name = target?.name ?? (verb === "create" ? (body as Partial<KubeObject> | undefined)?.metadata?.name : undefined);
  const subresource = target?.subresource === undefined ? "" : `/${target.subresource}`;
  world.log<AuditRecord>(AUDIT).append({
    atMs: world.nowMs(),
    user: request.user.username,
    verb,
    path: request.path,
    status,
    dryRun: request.query["dryRun"] === "All",
    ...(target !== undefined && { resource: target.resource + subresource }),
    ...(target?.namespace !== undefined && { namespace: target.namespace }),
    ...(name !== undefined && { name }),
  });
};
