import type { ResourceRow } from "../objects/resources.ts";
import type { KubeList, KubeObject } from "../types/meta.ts";
import {
  apiServiceColumns,
  bindingColumns,
  claimColumns,
  configMapColumns,
  createdAtColumns,
  disruptionBudgetColumns,
  eventColumns,
  ingressClassColumns,
  leaseColumns,
  nameAndAgeColumns,
  namespaceColumns,
  newEventColumns,
  nodeColumns,
  priorityClassColumns,
  quotaColumns,
  secretColumns,
  storageClassColumns,
  volumeColumns,
  webhookColumns,
} from "./cluster-columns.ts";
import type { Cell, Column } from "./column.ts";
import { columnDescription } from "./generated/column-descriptions.ts";
import { endpointSliceColumns, endpointsColumns, ingressColumns, networkPolicyColumns, serviceColumns } from "./network-columns.ts";
import { podColumns } from "./pod-columns.ts";
import { policyBindingColumns, policyColumns } from "./policy-columns.ts";
import {
  attributesClassColumns,
  componentStatusColumns,
  csiDriverColumns,
  csiNodeColumns,
  type FlowSchema,
  flowSchemaColumns,
  inFlowOrder,
  ipAddressColumns,
  podTemplateColumns,
  priorityLevelColumns,
  resourceClaimColumns,
  resourceSliceColumns,
  runtimeClassColumns,
  serviceCidrColumns,
  signingRequestColumns,
  volumeAttachmentColumns,
} from "./rare-columns.ts";
import {
  autoscalerColumns,
  controllerRevisionColumns,
  cronJobColumns,
  daemonSetColumns,
  deploymentColumns,
  jobColumns,
  replicaSetColumns,
  replicationControllerColumns,
  scaleColumns,
  statefulSetColumns,
} from "./workload-columns.ts";

/** A `meta.k8s.io/v1` Table. */
export interface Table {
  readonly kind: "Table";
  readonly apiVersion: "meta.k8s.io/v1";
  readonly metadata: { readonly resourceVersion?: string };
  readonly columnDefinitions: readonly {
    readonly name: string;
    readonly type: string;
    readonly format: string;
    readonly description: string;
    readonly priority: number;
  }[];
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly object: KubeObject }[];
}

/** Options of a table. */
export interface TableRequest {
  readonly nowMs: number;
  /** False: columns of wide output are omitted; missing: included, as in the API server's answer. */
  readonly wide?: boolean;
  /** Columns that replace those of the catalogue, as a custom resource declares them. */
  readonly columns?: readonly Column[] | undefined;
}

/** Renders an object or a list of one kind as the Table that the API server returns. */
export const toTable = (
  { resource }: Pick<ResourceRow, "resource">,
  body: KubeObject | KubeList,
  { nowMs, wide = true, columns: own }: TableRequest,
): Table => {
  const shown = body.kind === "Scale" ? "scales.autoscaling" : resource;
  const { columns, definitions } = own !== undefined ? ownLayout(own) : wide ? allColumns(shown) : narrowColumns(shown);
  const listed = "items" in body && Array.isArray(body.items) ? (body as KubeList).items : [body as KubeObject];
  const items = shown === FLOW_SCHEMAS ? inFlowOrder(listed as readonly FlowSchema[]) : listed;
  const rows = items.map((object) => ({ cells: columns.map((column) => column.cell(object, nowMs)), object }));
  const version = body.metadata?.resourceVersion;
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: version === undefined ? {} : { resourceVersion: version },
    columnDefinitions: definitions,
    rows,
  };
};

const FLOW_SCHEMAS = "flowschemas.flowcontrol.apiserver.k8s.io";

const COLUMNS: Readonly<Record<string, readonly Column<never>[]>> = {
  pods: podColumns,
  services: serviceColumns,
  endpoints: endpointsColumns,
  configmaps: configMapColumns,
  secrets: secretColumns,
  serviceaccounts: nameAndAgeColumns,
  namespaces: namespaceColumns,
  nodes: nodeColumns,
  events: eventColumns,
  "events.events.k8s.io": newEventColumns,
  persistentvolumeclaims: claimColumns,
  persistentvolumes: volumeColumns,
  resourcequotas: quotaColumns,
  replicationcontrollers: replicationControllerColumns,
  "deployments.apps": deploymentColumns,
  "replicasets.apps": replicaSetColumns,
  "statefulsets.apps": statefulSetColumns,
  "daemonsets.apps": daemonSetColumns,
  "controllerrevisions.apps": controllerRevisionColumns,
  "jobs.batch": jobColumns,
  "cronjobs.batch": cronJobColumns,
  "horizontalpodautoscalers.autoscaling": autoscalerColumns,
  "scales.autoscaling": scaleColumns,
  "ingresses.networking.k8s.io": ingressColumns,
  "ingressclasses.networking.k8s.io": ingressClassColumns,
  "networkpolicies.networking.k8s.io": networkPolicyColumns,
  "endpointslices.discovery.k8s.io": endpointSliceColumns,
  "poddisruptionbudgets.policy": disruptionBudgetColumns,
  "storageclasses.storage.k8s.io": storageClassColumns,
  "rolebindings.rbac.authorization.k8s.io": bindingColumns,
  "clusterrolebindings.rbac.authorization.k8s.io": bindingColumns,
  "leases.coordination.k8s.io": leaseColumns,
  "priorityclasses.scheduling.k8s.io": priorityClassColumns,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": webhookColumns,
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": webhookColumns,
  "apiservices.apiregistration.k8s.io": apiServiceColumns,
  podtemplates: podTemplateColumns,
  componentstatuses: componentStatusColumns,
  "certificatesigningrequests.certificates.k8s.io": signingRequestColumns,
  "ipaddresses.networking.k8s.io": ipAddressColumns,
  "servicecidrs.networking.k8s.io": serviceCidrColumns,
  "csidrivers.storage.k8s.io": csiDriverColumns,
  "csinodes.storage.k8s.io": csiNodeColumns,
  "volumeattachments.storage.k8s.io": volumeAttachmentColumns,
  "volumeattributesclasses.storage.k8s.io": attributesClassColumns,
  "runtimeclasses.node.k8s.io": runtimeClassColumns,
  [FLOW_SCHEMAS]: flowSchemaColumns,
  "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": priorityLevelColumns,
  "deviceclasses.resource.k8s.io": nameAndAgeColumns,
  "resourceclaims.resource.k8s.io": resourceClaimColumns,
  "resourceclaimtemplates.resource.k8s.io": nameAndAgeColumns,
  "resourceslices.resource.k8s.io": resourceSliceColumns,
  "validatingadmissionpolicies.admissionregistration.k8s.io": policyColumns,
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": policyBindingColumns,
};

interface Layout {
  readonly columns: readonly Column[];
  readonly definitions: Table["columnDefinitions"];
}

const layout = (resource: string, wide: boolean): Layout => {
  const columns = ((COLUMNS[resource] ?? createdAtColumns) as readonly Column[]).filter(({ isWide }) => wide || !isWide);
  const described = columns.map((column) => ({ ...column, description: columnDescription(resource, column.name) }));
  return { columns, definitions: definitionsOf(described) };
};

const ownLayout = (columns: readonly Column[]): Layout => ({ columns, definitions: definitionsOf(columns) });

const definitionsOf = (columns: readonly Column[]): Table["columnDefinitions"] =>
  columns.map(({ name, type, isName, isWide, format = isName ? "name" : "", description = "", priority = isWide ? 1 : 0 }) => ({
    name,
    type,
    format,
    description,
    priority,
  }));

/** Memoises a layout by resource. */
const remembered = (make: (resource: string) => Layout): ((resource: string) => Layout) => {
  const known = new Map<string, Layout>();
  return (resource) => {
    const found = known.get(resource) ?? make(resource);
    known.set(resource, found);
    return found;
  };
};

const allColumns = remembered((resource) => layout(resource, true));
const narrowColumns = remembered((resource) => layout(resource, false));
