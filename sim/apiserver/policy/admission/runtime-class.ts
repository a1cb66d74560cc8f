import { isSameJson } from "#core/canonical-json.ts";
import { err, ok, type Result } from "#core/result.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Toleration } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import { forbidden } from "../../http/status.ts";
import type { RequestContext } from "../../schema/kind-strategy.ts";
import type { RuntimeClass } from "../../schema/kinds/server/runtime-class.ts";
import { getObject } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { requestedName } from "./requested-name.ts";

/** Adds to a pod what its runtime class costs, and where such pods may run. */
export const runtimeClass: AdmissionPlugin = {
  resources: new Set(["pods"]),
  mutate: (context, object, old) => {
    const pod = object as Pod;
    if (old !== undefined || pod.spec.runtimeClassName === undefined) return ok(object);
    const found = getObject<RuntimeClass>(context.world, CLASSES, undefined, pod.spec.runtimeClassName);
    if (found === undefined)
      return refuse(context, pod, `pod rejected: RuntimeClass ${JSON.stringify(pod.spec.runtimeClassName)} not found`);
    const overhead = found.overhead?.podFixed;
    const given = overheadOf(pod);
    if (overhead !== undefined && given !== undefined && !isSameJson(given, overhead)) return refuse(context, pod, OTHER);
    return scheduled(context, { ...pod, spec: { ...pod.spec, ...(overhead && { overhead }) } } as Pod, found.scheduling);
  },
  validate: ({ world, row }, object, old) => {
    const pod = object as Pod;
    if (old !== undefined || overheadOf(pod) === undefined) return undefined;
    const name = pod.spec.runtimeClassName;
    const found = name === undefined ? undefined : getObject<RuntimeClass>(world, CLASSES, undefined, name);
    if (found?.overhead !== undefined) return undefined;
    return forbidden(
      row,
      requestedName(pod.metadata),
      "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
    );
  },
};

const CLASSES = "runtimeclasses.node.k8s.io";
const OTHER = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

const overheadOf = (pod: Pod): object | undefined => (pod.spec as { readonly overhead?: object }).overhead;

const refuse = ({ row }: RequestContext, pod: Pod, text: string): Result<KubeObject, Status> =>
  err(forbidden(row, requestedName(pod.metadata), text));

const scheduled = (context: RequestContext, pod: Pod, scheduling: RuntimeClass["scheduling"]): Result<KubeObject, Status> => {
  if (scheduling === undefined) return ok(pod);
  const own: Readonly<Record<string, string>> = pod.spec.nodeSelector ?? {};
  const wanted = scheduling.nodeSelector ?? {};
  const key = Object.keys(wanted).find((name) => own[name] !== undefined && own[name] !== wanted[name]);
  if (key !== undefined) {
    const text = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${wanted[key]}; pod.spec.nodeSelector[${key}] = ${own[key]}`;
    return refuse(context, pod, text);
  }
  const nodeSelector = { ...own, ...wanted };
  const tolerations = mergeTolerations(pod.spec.tolerations ?? [], scheduling.tolerations ?? []);
  return ok({
    ...pod,
    spec: {
      ...pod.spec,
      ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
      ...(tolerations.length > 0 && { tolerations }),
    },
  } as Pod);
};

/** Merges two lists of tolerations, dropping those that another one covers. */
const mergeTolerations = (first: readonly Toleration[], second: readonly Toleration[]): readonly Toleration[] => {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  all.forEach((one, i) => {
    const isCovered =
      merged.some((kept) => covers(kept, one)) || all.slice(i + 1).some((later) => !isSameJson(later, one) && covers(later, one));
    if (!isCovered) merged.push(one);
  });
  return merged;
};

const covers = (wide: Toleration, one: Toleration): boolean => {
  if (isSameJson(wide, one)) return true;
  if (one.key !== wide.key && (wide.key || wide.operator !== "Exists")) return false;
  if (wide.effect && one.effect !== wide.effect) return false;
  const seconds = wide.effect === "NoExecute" ? wide.tolerationSeconds : undefined;
  if (seconds !== undefined && (one.tolerationSeconds === undefined || one.tolerationSeconds > seconds)) return false;
  return wide.operator === "Exists" || (one.operator === "Equal" && one.value === wide.value);
};
