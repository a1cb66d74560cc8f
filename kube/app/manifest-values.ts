import type { PolicyRule } from "../types/cluster.ts";
import type { KubeObject } from "../types/meta.ts";
import type { EnvVar, Probe } from "../types/pod.ts";

/** Contents of a chart's `values.yaml`: one entry per component, and defaults for all of them. */
export interface ChartValues {
  /** Label with the component's name as value, on every object. */
  readonly labelKey: string;
  /** Further labels with that value, which no selector names. */
  readonly furtherLabelKeys?: readonly string[];
  readonly terminationGracePeriodSeconds?: number;
  readonly imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Registry and path prefix that replace the images' own, keeping the last part of their names; missing: the images' own. */
  readonly imageRegistry?: string;
  /** Storage of the stores: `ephemeral` means emptyDirs, for clusters without a StorageClass; missing: claims. */
  readonly storage?: "claims" | "ephemeral";
  /** Service account of all pods, which is one of the objects; missing: the namespace's default. */
  readonly serviceAccount?: string;
  /** Resources of every container that has none of its own. */
  readonly resources?: ComponentResources;
  /** True: they are those of every container, whatever its own are. */
  readonly overrideResources?: boolean;
  /** True: gRPC probes are left out, for images that do not speak it. */
  readonly omitGrpcProbes?: boolean;
  readonly configMaps?: readonly ConfigMapValues[];
  /** Secrets, with their data as plain text. */
  readonly secrets?: readonly ConfigMapValues[];
  readonly ingresses?: readonly IngressValues[];
  readonly components: readonly ComponentValues[];
  /** Custom resources, out of which operators among the components make further components. */
  readonly customResources?: readonly KubeObject[];
  /** Further objects of the namespace, which belong to no component. */
  readonly extraObjects?: readonly KubeObject[];
}

export interface ConfigMapValues {
  readonly name: string;
  /** The component whose label the object carries; missing: several read it, and the label has its own name. */
  readonly component?: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Services that requests for a host go to, by the beginning of their path. */
export interface IngressValues {
  readonly name: string;
  /** Missing: the cluster's default class. */
  readonly className?: string;
  readonly host: string;
  readonly paths: readonly { readonly path: string; readonly service: string; readonly port: number }[];
}

export interface ComponentValues {
  readonly name: string;
  /** Name of the container; missing: the component's. */
  readonly container?: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  /** Missing: 1. */
  readonly replicas?: number;
  /** Missing: a Deployment. A StatefulSet has no strategy; it numbers its pods, and makes a claim for each. */
  readonly workload?: "deployment" | "statefulset";
  readonly strategy?: "RollingUpdate" | "Recreate";
  readonly env?: readonly EnvVar[];
  /** ConfigMaps whose keys become variables; of a key that several have, the last counts. */
  readonly envFrom?: readonly string[];
  /** Secrets whose keys become variables; they count after the ConfigMaps. */
  readonly envFromSecrets?: readonly string[];
  readonly resources?: ComponentResources;
  /** Rights in the namespace that its own service account has, which is named like it; missing: it has none of its own. */
  readonly rules?: readonly PolicyRule[];
  /** Ports of the container and of the Service named like the component. None: no Service. */
  readonly ports?: readonly PortValues[];
  /** Further Services for the same pods. */
  readonly services?: readonly ServiceValues[];
  readonly mounts?: readonly MountValues[];
  /** Containers that run one after another before the component's own. */
  readonly initContainers?: readonly InitContainerValues[];
  /** Probes of the container. */
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}

/** A container that ends before the next one starts, such as one that waits for a port. */
export type InitContainerValues = Pick<ComponentValues, "name" | "image" | "command" | "args" | "env" | "resources" | "mounts">;

export interface ServiceValues {
  readonly name: string;
  readonly type?: "ClusterIP" | "NodePort";
  /** True: its name stands for the addresses of the pods. Of a StatefulSet it is the one that gives the pods names of their own. */
  readonly headless?: boolean;
  /** Those of the component's ports that it has. */
  readonly ports: readonly number[];
}

export interface PortValues {
  readonly port: number;
  /** Port of the container; missing: the Service's. */
  readonly targetPort?: number;
  /** Name in the Service; missing: the number, with `-udp` for UDP. */
  readonly name?: string;
  readonly protocol?: "TCP" | "UDP";
}

/** A mounted ConfigMap or Secret (whole, or one key as a file), a claim of the component's own, or a folder that lives as long as the pod. */
export type MountValues =
  | { readonly path: string; readonly configMap: string; readonly key?: string }
  | { readonly path: string; readonly secret: string; readonly key?: string }
  | { readonly path: string; readonly claim: string; readonly size: string }
  | { readonly path: string; readonly emptyDir: string };

interface ComponentResources {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}
