import { err, ok, type Result } from "#core/result.ts";
import { apiVersionOf, type ResourceRow, resourceOfKind } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import { badRequest } from "../../http/status.ts";
import { customTypeProblem } from "../custom/custom-type-problem.ts";
import type { RequestContext } from "../kind-strategy.ts";
import { decodeObject } from "./decode.ts";
import type { Raw } from "./same.ts";
import { strictProblems } from "./strict-problems.ts";

/** Reads the object of a request as the kind that the path serves. */
export const decodeRequestObject = (context: RequestContext, input: unknown): Result<KubeObject, Status> => {
  const { row, strategy } = context;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return err(badRequest("the object provided is unrecognized"));
  const typed = withType(context, input as Raw);
  if (!typed.ok) return typed;
  const { value, unknownFields, error } = strategy.decode?.(typed.value) ?? decodeObject(strategy.typeName ?? row.kind, typed.value);
  const frame = `${row.kind} in version "${row.version}" cannot be handled as a ${row.kind}: `;
  if (error !== undefined) return err(badRequest(frame + error));
  const strict = strictProblems(context, unknownFields);
  if (strict !== undefined) return err(badRequest(frame + strict));
  return ok(value as unknown as KubeObject);
};

/** Adds apiVersion and kind from the path, as typed clients leave them out; refuses others. */
const withType = ({ row, strategy }: RequestContext, input: Raw): Result<Raw, Status> => {
  const apiVersion = apiVersionOf(row);
  if (input["apiVersion"] === apiVersion && input["kind"] === row.kind) return ok(input);
  const custom = strategy.isCustom === true ? customTypeProblem(row, input) : undefined;
  if (custom !== undefined) return err(custom);
  const problem = typeProblem(row, input);
  return problem === undefined ? ok({ ...input, apiVersion, kind: row.kind }) : err(badRequest(problem));
};

type Kind = Pick<ResourceRow, "group" | "kind" | "version">;

/** Error of a body whose apiVersion or kind differs from the resource's; undefined when they match. */
export const typeProblem = (row: Kind, input: Raw): string | undefined => {
  const expected = apiVersionOf(row);
  const apiVersion = `${input["apiVersion"] || expected}`;
  const kind = `${input["kind"] || row.kind}`;
  if (apiVersion === expected && kind === row.kind) return undefined;
  if (kind === row.kind && isKnownKind(apiVersion, kind))
    return `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
  const frame = `${kind} in version ${JSON.stringify(apiVersion.split("/").pop())} cannot be handled as a ${row.kind}: `;
  return frame + kindProblem(row, apiVersion, kind);
};

/** Error of reading an object of one kind as another. */
export const kindProblem = (row: Kind, apiVersion: string, kind: string): string => {
  if (!isKnownKind(apiVersion, kind))
    return `no kind "${kind}" is registered for version "${apiVersion.replace(/^\//, "")}" in scheme "pkg/runtime/scheme.go:111"`;
  return `converting (${apiVersion.split("/").at(-1)}.${kind}) to (${row.group === "" ? "core" : row.group.split(".")[0]}.${row.kind}): unknown conversion`;
};

/** Tells whether the server has a type for a kind, served or not. */
const isKnownKind = (apiVersion: string, kind: string): boolean =>
  resourceOfKind(apiVersion, kind.replace(/List$/, "")) !== undefined ||
  OPTION_KINDS.has(kind) ||
  (apiVersion === "v1" && CORE_KINDS.has(kind)) ||
  OLD_KINDS[apiVersion]?.includes(kind.replace(/List$/, "")) === true;

const OPTION_KINDS = new Set([
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "UpdateOptions",
  "WatchEvent",
]);
const CORE_KINDS = new Set(["APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "List", "Status"]);

/** Kinds in versions that are no longer served, and whose types the server still has. */
const OLD_KINDS: Readonly<Record<string, readonly string[]>> = {
  "apps/v1beta1": ["ControllerRevision", "Deployment", "Scale", "StatefulSet"],
  "apps/v1beta2": ["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "Scale", "StatefulSet"],
  "autoscaling/v1": ["HorizontalPodAutoscaler", "Scale"],
  "autoscaling/v2beta1": ["HorizontalPodAutoscaler"],
  "autoscaling/v2beta2": ["HorizontalPodAutoscaler"],
  "batch/v1beta1": ["CronJob"],
  "discovery.k8s.io/v1beta1": ["EndpointSlice"],
  "events.k8s.io/v1beta1": ["Event"],
  "extensions/v1beta1": ["DaemonSet", "Deployment", "Ingress", "NetworkPolicy", "ReplicaSet", "Scale"],
  "networking.k8s.io/v1beta1": ["Ingress", "IngressClass"],
  "policy/v1beta1": ["Eviction", "PodDisruptionBudget"],
  "rbac.authorization.k8s.io/v1alpha1": ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
  "rbac.authorization.k8s.io/v1beta1": ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
  "scheduling.k8s.io/v1beta1": ["PriorityClass"],
  "storage.k8s.io/v1beta1": ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
};
