import { decodeBase64Text } from "#core/base64.ts";
import { authorize } from "../../../apiserver/policy/rbac/authorize.ts";
import { getObject } from "../../../apiserver/store/store.ts";
import type { World } from "../../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../../network/http/answer-http.ts";
import type { Process } from "../../../processes/process.ts";
import { PD_CLIENT_PORT } from "../../../stores/tidb/pd/pd-data.ts";
import { reachPd } from "../../../stores/tidb/pd/reach-pd.ts";

/** Answer of the discovery service: the options with which a new PD, which names itself in base64, begins or joins its cluster. */
export const answerDiscovery = (world: World, discovery: Process, { path }: HttpRequest): HttpAnswer => {
  const [, encoded] = /^\/new\/([A-Za-z0-9+/=]+)$/.exec(path) ?? [];
  if (encoded === undefined) return { kind: "answer", status: 404, body: "404 page not found\n", afterMs: 2 };
  const peer = decodeBase64Text(encoded).trim();
  const [, pod, ordinal, cluster, namespace] = /^((?:[\w-]+)-(\d+))\.([\w-]+)-pd-peer\.([\w-]+)\.svc/.exec(peer) ?? [];
  if (pod === undefined || cluster === undefined || namespace === undefined || namespace !== discovery.start.pod.metadata.namespace)
    return refused(`advertisePeerUrl format is wrong: ${peer}`);
  const unseen = refuseRead(world, discovery, namespace, cluster);
  if (unseen !== undefined) return refused(unseen);
  const contact = reachPd(world, discovery, [`${cluster}-pd.${namespace}:${PD_CLIENT_PORT}`]);
  const others = contact?.data.members.filter(({ name }) => name !== pod).map(({ client }) => `http://${client}`) ?? [];
  if (others.length > 0) return options(`--join=${others.join(",")}`);
  return ordinal === "0" ? options(`--initial-cluster=${pod}=http://${peer}`) : refused("waiting for the first PD");
};

/** Reason for which it cannot read the cluster's resource; undefined: it can. */
const refuseRead = (world: World, { start: { pod } }: Process, namespace: string, name: string): string | undefined => {
  const user = {
    username: `system:serviceaccount:${namespace}:${pod.spec.serviceAccountName ?? "default"}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  };
  if (!authorize(world, user, { verb: "get", group: "pingcap.com", resource: "tidbclusters", namespace, name }).allowed)
    return `tidbclusters.pingcap.com "${name}" is forbidden: User "${user.username}" cannot get resource "tidbclusters" in API group "pingcap.com" in the namespace "${namespace}"`;
  return getObject(world, "tidbclusters.pingcap.com", namespace, name) === undefined
    ? `tidbclusters.pingcap.com "${name}" not found`
    : undefined;
};

const options = (body: string): HttpAnswer => ({ kind: "answer", status: 200, body, afterMs: 5 });
const refused = (body: string): HttpAnswer => ({ kind: "answer", status: 500, body, afterMs: 5 });
