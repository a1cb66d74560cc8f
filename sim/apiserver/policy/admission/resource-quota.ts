import { compareQuantities, sumQuantities } from "#kube/objects/quantity.ts";
import { limitedNames, missingCompute, quotaCovers, type Usage, usageDelta } from "#kube/objects/quota-usage.ts";
import type { ResourceQuota } from "#kube/types/cluster.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import { forbidden } from "../../http/status.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import { listObjects, putObject } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Objects that would exceed a quota of their namespace are refused; the others are charged at once. */
export const resourceQuota: AdmissionPlugin = {
  validate: (context, object, old) => {
    const { world } = context;
    const { namespace } = object.metadata;
    if (namespace === undefined || !isCharged(context, object, old)) return undefined;
    const quotas = listObjects<ResourceQuota>(world, "resourcequotas", namespace);
    return quotas.length === 0 ? undefined : chargeAll(context, quotas, object, old);
  },
};

/** Tells whether an object counts against quotas: pods on creation and resize; events never. */
const isCharged = ({ row: { resource }, subresource }: RequestContext, object: KubeObject, old: KubeObject | undefined): boolean => {
  if (resource === "events" || resource === "resourcequotas") return false;
  if (old === undefined) return true;
  return (resource !== "pods" || subresource === "resize") && (object as { spec?: unknown }).spec !== (old as { spec?: unknown }).spec;
};

const chargeAll = (
  context: RequestContext,
  quotas: readonly ResourceQuota[],
  object: KubeObject,
  old: KubeObject | undefined,
): Status | undefined => {
  const { row, world, dryRun } = context;
  const delta = usageDelta(row.resource, object, old);
  const charged: ResourceQuota[] = [];
  for (const quota of quotas) {
    const hard = quota.status?.hard ?? {};
    const names = limitedNames(row.resource, hard);
    if (names.length === 0 || !quotaCovers(quota, row.resource, object)) continue;
    const refused = refusal(context, quota, object, names, delta);
    if (refused !== undefined) return refused;
    const used = { ...quota.status?.used };
    for (const name of names) if (delta[name] !== undefined) used[name] = sumQuantities([used[name] ?? "0", delta[name]]);
    charged.push({ ...quota, status: { ...quota.status, used } });
  }
  if (!dryRun) for (const quota of charged) putObject(world, "resourcequotas", quota);
  return undefined;
};

const refusal = (
  { row }: RequestContext,
  quota: ResourceQuota,
  object: KubeObject,
  names: readonly string[],
  delta: Usage,
): Status | undefined => {
  const { name } = quota.metadata;
  const subject = object.metadata.name;
  const missing = row.resource === "pods" ? missingCompute(object as Pod, names) : undefined;
  if (missing !== undefined) return forbidden(row, subject, `failed quota: ${name}: must specify ${missing}`);
  const used = quota.status?.used ?? {};
  const hard = quota.status?.hard ?? {};
  const unknown = names.filter((limited) => used[limited] === undefined);
  if (unknown.length > 0) return forbidden(row, subject, `status unknown for quota: ${name}, resources: ${unknown.join(",")}`);
  const exceeded = names.filter((limited) => delta[limited] !== undefined && exceeds(used[limited], delta[limited], hard[limited]));
  if (exceeded.length === 0) return undefined;
  const show = (amounts: Usage): string => exceeded.map((limited) => `${limited}=${amounts[limited]}`).join(",");
  return forbidden(row, subject, `exceeded quota: ${name}, requested: ${show(delta)}, used: ${show(used)}, limited: ${show(hard)}`);
};

const exceeds = (used = "0", delta = "0", hard = "0"): boolean => compareQuantities(sumQuantities([used, delta]), hard) > 0;
