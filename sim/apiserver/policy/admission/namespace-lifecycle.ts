import { err, ok } from "#core/result.ts";
import { resourceRow } from "#kube/objects/resources.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import { forbidden, notFound } from "../../http/status.ts";
import { getObject } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { requestedName } from "./requested-name.ts";

/** Refuses objects in namespaces that do not exist or are being deleted, and the deletion of three system namespaces. */
export const namespaceLifecycle: AdmissionPlugin = {
  mutate: (context, object, old) => {
    const { world, row, user } = context;
    if (!row.namespaced || old !== undefined) return ok(object);
    const name = object.metadata.namespace ?? "";
    const namespace = getObject<Namespace>(world, "namespaces", undefined, name);
    // A request without a namespace is left to validation, which says what is missing.
    if (name === "") return ok(object);
    if (namespace === undefined) return err(notFound(resourceRow("namespaces") as NonNullable<ReturnType<typeof resourceRow>>, name));
    if (namespace.metadata.deletionTimestamp === undefined || user.groups.includes(BOOTSTRAP_GROUP)) return ok(object);
    const message = `unable to create new content in namespace ${name} because it is being terminated`;
    const cause = { reason: "NamespaceTerminating", message: `namespace ${name} is being terminated`, field: "metadata.namespace" };
    const status = forbidden(row, requestedName(object.metadata), message);
    return err({ ...status, details: { ...status.details, causes: [cause] } });
  },
  validateDeletion: ({ row }, object) =>
    row.resource === "namespaces" && IMMORTAL.has(object.metadata.name)
      ? forbidden(row, object.metadata.name, "this namespace may not be deleted")
      : undefined,
};

const IMMORTAL = new Set(["default", "kube-system", "kube-public"]);

/** Group of the bootstrap user, who may create objects before their namespaces. */
const BOOTSTRAP_GROUP = "system:bootstrap";
