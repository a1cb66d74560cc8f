import { type BadRequest, CONFIG_MAPS, NAMESPACE, PODS } from "../request.ts";

const remove = (title: string, body: unknown, path = `${CONFIG_MAPS}/there`): BadRequest => ({ title, method: "DELETE", path, body });
const options = (more: object): object => ({ apiVersion: "v1", kind: "DeleteOptions", ...more });

/** Deletions with options that do not fit. */
export const DELETES: readonly BadRequest[] = [
  remove("a deletion of nothing", undefined, `${CONFIG_MAPS}/nothing`),
  remove("a deletion of another uid", options({ preconditions: { uid: "abc" } })),
  remove("a deletion of another version", options({ preconditions: { resourceVersion: "1" } })),
  remove("a deletion of another pod's uid", options({ preconditions: { uid: "abc" } }), `${PODS}/two`),
  remove("delete options that are broken", "{"),
  remove("delete options that are a word", "word"),
  remove("delete options that are a list", "[]"),
  remove("delete options of another kind", { apiVersion: "v1", kind: "Pod" }),
  remove("delete options of an unknown version", { apiVersion: "v9", kind: "DeleteOptions", dryRun: ["All"] }),
  remove("delete options with an unknown propagation policy", options({ propagationPolicy: "Odd" })),
  remove("delete options with two words for one thing", options({ propagationPolicy: "Orphan", orphanDependents: true })),
  remove("delete options with an unknown dry run", options({ dryRun: ["x"] })),
  remove("delete options with a grace period as text", options({ gracePeriodSeconds: "x" })),
  remove("delete options with an unknown field", options({ nope: 1, dryRun: ["All"] })),
  remove("deletion of many with a bad label selector", undefined, `${CONFIG_MAPS}?labelSelector=a%20b`),
  remove("deletion of many with a bad field selector", undefined, `${CONFIG_MAPS}?fieldSelector=data.k%3Dv`),
  remove("deletion of many with an unknown dry run", undefined, `${CONFIG_MAPS}?dryRun=x`),
  remove("deletion of many with bad options", options({ propagationPolicy: "Odd" }), `${CONFIG_MAPS}?labelSelector=none`),
  remove("deletion of many with a bad limit", undefined, `${CONFIG_MAPS}?labelSelector=none&limit=x`),
  remove("deletion of a namespace that is not there", undefined, "/api/v1/namespaces/not-there"),
  remove("deletion of a namespace that has to stay", undefined, "/api/v1/namespaces/kube-system"),
  remove("deletion of the default namespace", undefined, "/api/v1/namespaces/default"),
  remove("finalizing a namespace by deletion", undefined, `/api/v1/namespaces/${NAMESPACE}/finalize`),
];
