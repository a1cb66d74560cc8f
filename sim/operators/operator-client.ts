import { err, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Client } from "../apiserver/http/client.ts";
import { createClient } from "../apiserver/http/create-client.ts";
import { authorize } from "../apiserver/policy/rbac/authorize.ts";
import { forbidden } from "../apiserver/policy/rbac/refuse-access.ts";
import type { World } from "../kernel/world.ts";
import type { OperatorProcess } from "./operator-process.ts";

/** The API server as an operator sees it, with no more rights than its service account has. */
export interface OperatorClient extends Pick<Client, "get" | "event"> {
  create<T extends KubeObject>(resource: string, object: T): Result<T, Status>;
  update<T extends KubeObject>(resource: string, object: T): Result<T, Status>;
  /** The refusal of a list; undefined where it may list. */
  refuseList(resource: string, namespace: string): Status | undefined;
}

/** Creates the client of an operator. */
export const operatorClient = (world: World, { user }: OperatorProcess): OperatorClient => {
  const client = createClient(world, user);
  const refuse = (verb: string, resource: string, namespace: string | undefined, name?: string): Status | undefined => {
    const [plural = "", ...group] = resource.split(".");
    const asked = { group: group.join("."), namespace, name };
    if (authorize(world, user, { verb, resource: plural, ...asked }).allowed) return undefined;
    return forbidden(user.username, { verb, resource: { ...asked, plural, subresource: undefined } }, "");
  };
  return {
    get: client.get,
    event: client.event,
    create: (resource, object) => {
      const refused = refuse("create", resource, object.metadata.namespace);
      return refused === undefined ? client.create(resource, object) : err(refused);
    },
    update: (resource, object) => {
      const refused = refuse("update", resource, object.metadata.namespace, object.metadata.name);
      return refused === undefined ? client.update(resource, object) : err(refused);
    },
    refuseList: (resource, namespace) => refuse("list", resource, namespace),
  };
};
