/** What a chart's `values.yaml` holds: one entry per component, defaults for all of them. */
export interface ChartValues {
  /** Label that names the component on every object; its value is the component's name. */
  readonly labelKey: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly imagePullPolicy?: "Always" | "IfNotPresent" | "Never";
  /** Where images are taken from instead of their own registries, by the last part of their names. */
  readonly imageRegistry?: string;
  /** `ephemeral`: stores keep their data in emptyDirs, for clusters without a StorageClass. Missing: in claims. */
  readonly storage?: "claims" | "ephemeral";
  /** Of every container that names none of its own. */
  readonly resources?: ComponentResources;
  readonly configMaps?: readonly ConfigMapValues[];
  readonly components: readonly ComponentValues[];
}

export interface ConfigMapValues {
  readonly name: string;
  /** The component whose label it carries. */
  readonly component: string;
  readonly data: Readonly<Record<string, string>>;
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
  readonly strategy?: "RollingUpdate" | "Recreate";
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly resources?: ComponentResources;
  /** Ports of the container and of the Service that is named like the component. None: no Service. */
  readonly ports?: readonly PortValues[];
  /** Further Services for the same pods. */
  readonly services?: readonly { readonly name: string; readonly type?: "ClusterIP" | "NodePort"; readonly ports: readonly number[] }[];
  readonly mounts?: readonly MountValues[];
}

export interface PortValues {
  readonly port: number;
  readonly protocol?: "TCP" | "UDP";
}

/** A ConfigMap (whole, or one key as a file) or a claim of the component's own. */
export type MountValues =
  | { readonly path: string; readonly configMap: string; readonly key?: string }
  | { readonly path: string; readonly claim: string; readonly size: string };

interface ComponentResources {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}
