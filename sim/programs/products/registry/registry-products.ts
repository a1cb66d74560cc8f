import type { RegistryProduct } from "#kube/app/behaviour.ts";
import { CONSUL_LOG } from "../consul/consul-log.ts";
import { NACOS_LOG } from "../nacos/nacos-log.ts";
import type { RegistryLog } from "./registrations.ts";

interface RegistryFacts {
  readonly serves: string;
  /** Port of clients where an address names none. */
  readonly port: number;
  readonly log: RegistryLog;
  /** True where an instance is known for as long as its program is connected; otherwise for as long as it does not leave. */
  readonly isBoundToConnection: boolean;
}

/** Products in which programs enter themselves. */
export const REGISTRY_PRODUCTS: Readonly<Record<RegistryProduct, RegistryFacts>> = {
  consul: { serves: "http/consul", port: 8500, log: CONSUL_LOG, isBoundToConnection: false },
  nacos: { serves: "http/nacos", port: 8848, log: NACOS_LOG, isBoundToConnection: true },
};
