import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { refuseConnection } from "../../policy/admission/admit-sent.ts";
import { requestContext } from "../../schema/registry.ts";
import type { UserInfo } from "../client.ts";

/** Connection through a subresource, and the object that it leads to. */
export interface Connection {
  readonly row: ResourceRow | string;
  readonly subresource: "attach" | "exec" | "portforward" | "proxy";
  readonly namespace: string | undefined;
  readonly name: string;
  /** As the request carries them; what is false is left out. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Refusal of a connection by admission, which is asked before the object is looked up. */
export const connectionProblem = (world: World, user: UserInfo, connection: Connection): Status | undefined => {
  const { row, subresource, namespace, name, options } = connection;
  const context = requestContext(world, row, user, { subresource });
  const kind = KINDS[`${context.row.plural}/${subresource}`];
  if (kind === undefined) return undefined;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== false));
  return refuseConnection(context, { kind: { group: "", version: "v1", kind }, namespace, name }, given);
};

const KINDS: Readonly<Record<string, string>> = {
  "nodes/proxy": "NodeProxyOptions",
  "pods/attach": "PodAttachOptions",
  "pods/exec": "PodExecOptions",
  "pods/portforward": "PodPortForwardOptions",
  "pods/proxy": "PodProxyOptions",
  "services/proxy": "ServiceProxyOptions",
};
