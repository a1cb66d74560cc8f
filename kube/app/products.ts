import type { AppComponent } from "./app.ts";

/** Facts about a product that apps run beside their own programs. */
interface Product {
  /** Last part of its image's name. */
  readonly image: string;
  readonly role: AppComponent["role"];
  /** Idle working set, MiB. */
  readonly idleMiB: number;
  /** Time from the start of its container until it listens, s. */
  readonly startSeconds: number;
  /** Content of a cache that somebody uses, once it is warm, MiB; missing: it counts as idle working set. */
  readonly contentMiB?: number;
  /** Kind of the custom resources that it turns into components; missing: none. */
  readonly operates?: string;
}

/** The product that an image holds; undefined for one that is not known. */
export const productOf = (image: string): Product | undefined => {
  const name = image.slice(image.lastIndexOf("/") + 1).split(":")[0];
  return PRODUCTS.find((product) => product.image === name);
};

const PRODUCTS: readonly Product[] = [
  { image: "mongo", role: "store", idleMiB: 65, startSeconds: 3 },
  { image: "redis", role: "cache", idleMiB: 5, startSeconds: 0 },
  { image: "valkey", role: "cache", idleMiB: 5, startSeconds: 0 },
  { image: "postgres", role: "store", idleMiB: 38, startSeconds: 0.2 },
  { image: "mysql", role: "store", idleMiB: 380, startSeconds: 1 },
  { image: "pd", role: "store", idleMiB: 120, startSeconds: 8 },
  { image: "tikv", role: "store", idleMiB: 450, startSeconds: 12 },
  { image: "tidb", role: "store", idleMiB: 350, startSeconds: 6 },
  { image: "tidb-operator", role: "service", idleMiB: 45, startSeconds: 5, operates: "TidbCluster" },
  { image: "kafka", role: "store", idleMiB: 360, startSeconds: 6 },
  { image: "rabbitmq", role: "store", idleMiB: 130, startSeconds: 12 },
  { image: "memcached", role: "cache", idleMiB: 4, startSeconds: 0.3, contentMiB: 12 },
  { image: "consul", role: "registry", idleMiB: 45, startSeconds: 3 },
  { image: "nacos-server", role: "registry", idleMiB: 900, startSeconds: 20 },
  { image: "all-in-one", role: "tracing", idleMiB: 30, startSeconds: 0.8 },
  { image: "opentelemetry-collector-contrib", role: "tracing", idleMiB: 92, startSeconds: 0.9 },
  { image: "grafana", role: "tracing", idleMiB: 120, startSeconds: 5 },
  { image: "opensearch", role: "tracing", idleMiB: 780, startSeconds: 14 },
];
