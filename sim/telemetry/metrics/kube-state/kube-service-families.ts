import type { KubeObject } from "#kube/types/meta.ts";
import type { EndpointSlice, Ingress, Service } from "#kube/types/network.ts";
import type { PersistentVolume, PersistentVolumeClaim, Secret } from "#kube/types/storage.ts";
import type { ObjectFamily, ObjectRow } from "../metric-family.ts";
import { createdRows, family, labelsOf, phaseRows } from "./kube-family-rows.ts";
import { resourceValue } from "./kube-pod-families.ts";

const addressRows = (slice: EndpointSlice): readonly ObjectRow[] => {
  const service = slice.metadata.labels?.["kubernetes.io/service-name"];
  if (service === undefined) return [];
  const ports = slice.ports ?? [];
  return (slice.endpoints ?? []).flatMap(({ addresses, conditions }) =>
    addresses.flatMap((ip) =>
      ports.map((port): ObjectRow => {
        const labels = {
          namespace: slice.metadata.namespace ?? "",
          endpoint: service,
          ip,
          port_name: port.name ?? "",
          port_number: `${port.port ?? ""}`,
        };
        return [{ ...labels, port_protocol: port.protocol ?? "TCP", ready: `${conditions?.ready ?? true}` }, 1];
      }),
    ),
  );
};

const sliceEndpointRows = (slice: EndpointSlice): readonly ObjectRow[] =>
  (slice.endpoints ?? []).flatMap(({ addresses, conditions, nodeName, targetRef }) =>
    addresses.map((address): ObjectRow => {
      const states = {
        ready: `${conditions?.ready ?? ""}`,
        serving: `${conditions?.serving ?? ""}`,
        terminating: `${conditions?.terminating ?? ""}`,
      };
      const target = {
        targetref_kind: targetRef?.kind ?? "",
        targetref_name: targetRef?.name ?? "",
        targetref_namespace: targetRef?.namespace ?? "",
      };
      return [{ ...labelsOf(slice, "endpointslice"), ...states, nodename: nodeName ?? "", address, ...target }, 1];
    }),
  );

const network: readonly ObjectFamily<never>[] = [
  family<Service>("services", "kube_service_info", "Information about service.", (service) => [
    [{ ...labelsOf(service, "service"), cluster_ip: service.spec.clusterIP ?? "", external_name: service.spec.externalName ?? "" }, 1],
  ]),
  family<Service>("services", "kube_service_created", "Unix creation timestamp", createdRows("service")),
  family<Service>("services", "kube_service_spec_type", "Type about service.", (service) => [
    [{ ...labelsOf(service, "service"), type: service.spec.type ?? "ClusterIP" }, 1],
  ]),
  family<EndpointSlice>(
    "endpointslices.discovery.k8s.io",
    "kube_endpoint_address",
    "Information about Endpoint available and non available addresses.",
    addressRows,
  ),
  family<EndpointSlice>(
    "endpointslices.discovery.k8s.io",
    "kube_endpointslice_endpoints",
    "Endpoints attached to the endpointslice.",
    sliceEndpointRows,
  ),
  family<Ingress>("ingresses.networking.k8s.io", "kube_ingress_info", "Information about ingress.", (ingress) => [
    [{ ...labelsOf(ingress, "ingress"), ingressclass: ingress.spec.ingressClassName ?? "_default" }, 1],
  ]),
  family<KubeObject>(
    "networkpolicies.networking.k8s.io",
    "kube_networkpolicy_created",
    "Unix creation timestamp of network policy",
    createdRows("networkpolicy"),
  ),
] as unknown as readonly ObjectFamily<never>[];

const requestedRows = (claim: PersistentVolumeClaim): readonly ObjectRow[] => {
  const amount = claim.spec.resources?.requests?.["storage"];
  return amount === undefined ? [] : [[labelsOf(claim, "persistentvolumeclaim"), resourceValue("storage", amount)]];
};

const storage: readonly ObjectFamily<never>[] = [
  family<PersistentVolumeClaim>(
    "persistentvolumeclaims",
    "kube_persistentvolumeclaim_info",
    "Information about persistent volume claim.",
    (claim) => [
      [
        {
          ...labelsOf(claim, "persistentvolumeclaim"),
          storageclass: claim.spec.storageClassName ?? "<none>",
          volumename: claim.spec.volumeName ?? "",
          volumemode: claim.spec.volumeMode ?? "",
        },
        1,
      ],
    ],
  ),
  family<PersistentVolumeClaim>(
    "persistentvolumeclaims",
    "kube_persistentvolumeclaim_status_phase",
    "The phase the persistent volume claim is currently in.",
    phaseRows("persistentvolumeclaim", ["Lost", "Bound", "Pending"]),
  ),
  family<PersistentVolumeClaim>(
    "persistentvolumeclaims",
    "kube_persistentvolumeclaim_resource_requests_storage_bytes",
    "The capacity of storage requested by the persistent volume claim.",
    requestedRows,
  ),
  family<PersistentVolume>(
    "persistentvolumes",
    "kube_persistentvolume_status_phase",
    "The phase indicates if a volume is available, bound to a claim, or released by a claim.",
    phaseRows("persistentvolume", ["Pending", "Available", "Bound", "Released", "Failed"]),
  ),
  family<PersistentVolume>("persistentvolumes", "kube_persistentvolume_capacity_bytes", "Persistentvolume capacity in bytes.", (volume) => {
    const amount = volume.spec.capacity?.["storage"];
    return amount === undefined ? [] : [[labelsOf(volume, "persistentvolume"), resourceValue("storage", amount)]];
  }),
] as unknown as readonly ObjectFamily<never>[];

const versionRows =
  (label: string) =>
  (object: KubeObject): readonly ObjectRow[] => [[labelsOf(object, label), Number(object.metadata.resourceVersion ?? 0)]];

const configuration: readonly ObjectFamily<never>[] = [
  family("configmaps", "kube_configmap_info", "Information about configmap.", (object: KubeObject) => [[labelsOf(object, "configmap"), 1]]),
  family("configmaps", "kube_configmap_created", "Unix creation timestamp", createdRows("configmap")),
  family(
    "configmaps",
    "kube_configmap_metadata_resource_version",
    "Resource version representing a specific version of the configmap.",
    versionRows("configmap"),
  ),
  family("secrets", "kube_secret_info", "Information about secret.", (object: KubeObject) => [[labelsOf(object, "secret"), 1]]),
  family<Secret>("secrets", "kube_secret_type", "Type about secret.", (secret) => [
    [{ ...labelsOf(secret, "secret"), type: secret.type ?? "Opaque" }, 1],
  ]),
  family(
    "secrets",
    "kube_secret_metadata_resource_version",
    "Resource version representing a specific version of secret.",
    versionRows("secret"),
  ),
] as unknown as readonly ObjectFamily<never>[];

/** Metrics of what workloads use: network, storage, configuration. */
export const KUBE_SERVICE_FAMILIES: readonly ObjectFamily<never>[] = [...network, ...storage, ...configuration];
