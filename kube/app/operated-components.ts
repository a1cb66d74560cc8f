import { keepFor } from "#core/keep-for.ts";
import type { KubeObject } from "../types/meta.ts";
import type { AppComponent } from "./app.ts";
import type { ChartValues, ComponentValues } from "./manifest-values.ts";
import { productOf } from "./products.ts";

/** A component that the chart does not make: an operator makes it, as a custom resource asks. */
export interface OperatedComponent extends ComponentValues {
  readonly workload: AppComponent["workload"];
  /** Kind of the custom resource: `TidbCluster`. */
  readonly kind: string;
  /** The custom resource's name, with which all names of the component begin. */
  readonly resource: string;
  /** The component that runs the operator; undefined where the chart has none. */
  readonly operator: string | undefined;
  /** Components without which it cannot work. */
  readonly needs: readonly string[];
}

/** The components that operators make out of a chart's custom resources. */
export const operatedComponents = keepFor((values: ChartValues): readonly OperatedComponent[] =>
  (values.customResources ?? []).flatMap((resource) => {
    const operator = values.components.find(({ image }) => productOf(image)?.operates === resource.kind)?.name;
    return (KINDS[resource.kind]?.(resource) ?? []).map((part) => ({
      ...part,
      name: `${resource.metadata.name}-${part.name}`,
      container: part.name,
      kind: resource.kind,
      resource: resource.metadata.name,
      operator,
      needs: part.needs.map((name) => `${resource.metadata.name}-${name}`),
      services: part.services.map((name) => ({ name: `${resource.metadata.name}-${name}`, ports: [] })),
    }));
  }),
);

/** All components of an app, those that operators make among them. */
export const allComponents = keepFor((values: ChartValues): readonly ComponentValues[] => [
  ...values.components,
  ...operatedComponents(values),
]);

interface Part {
  /** Without the resource's name. */
  readonly name: string;
  readonly image: string;
  readonly replicas: number;
  readonly workload: AppComponent["workload"];
  readonly needs: readonly string[];
  readonly services: readonly string[];
}

/** Parts of the custom resources that operators are known for, by kind. */
const KINDS: Readonly<Record<string, (resource: KubeObject) => readonly Part[]>> = {
  TidbCluster: (resource) => {
    const { spec = {} } = resource as KubeObject & { readonly spec?: TidbClusterSpec };
    return TIDB_PARTS.flatMap(({ name, ...part }) => {
      const own = spec[name];
      if (own === undefined) return [];
      const image = `${own.baseImage ?? `pingcap/${name}`}:${own.version ?? spec.version ?? "latest"}`;
      return [{ ...part, name, image, replicas: own.replicas, workload: "statefulset" as const, services: [`${name}-peer`] }];
    });
  },
};

type TidbPart = "pd" | "tikv" | "tidb";

type TidbClusterSpec = { readonly version?: string } & Partial<
  Record<TidbPart, { readonly baseImage?: string; readonly version?: string; readonly replicas: number }>
>;

const TIDB_PARTS: readonly { readonly name: TidbPart; readonly needs: readonly string[] }[] = [
  { name: "pd", needs: [] },
  { name: "tikv", needs: ["pd"] },
  { name: "tidb", needs: ["pd", "tikv"] },
];
