import type { Service, ServicePort } from "#kube/types/network.ts";
import type { Member } from "#kube/types/tidb-cluster.ts";
import { ownerReferenceTo } from "../../../controller-runtime/controller.ts";
import { componentLabels, memberName, peerName, type TidbCluster } from "../tidb-cluster.ts";

/** The Services of a component, that for its users first, if it has one. */
export const memberServices = (cluster: TidbCluster, member: Member): readonly Service[] => [
  ...USER_SERVICES[member].map((ports) => userService(cluster, member, ports(cluster))),
  peerService(cluster, member),
];

const tcp = (name: string, port: number): ServicePort => ({ name, port, targetPort: port, protocol: "TCP" });

/** Ports of the Services for users; TiKV has none. */
const USER_SERVICES: Readonly<Record<Member, readonly ((cluster: TidbCluster) => readonly ServicePort[])[]>> = {
  pd: [() => [tcp("client", 2379)]],
  tikv: [],
  tidb: [({ spec }) => [tcp("mysql-client", 4000), ...(spec.tidb?.service?.exposeStatus === false ? [] : [tcp("status", 10_080)])]],
};

const userService = (cluster: TidbCluster, member: Member, ports: readonly ServicePort[]): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: memberName(cluster, member),
    namespace: cluster.metadata.namespace as string,
    labels: { ...componentLabels(cluster, member), "app.kubernetes.io/used-by": "end-user" },
    ownerReferences: [ownerReferenceTo(cluster)],
  },
  spec: {
    type: (member === "tidb" ? cluster.spec.tidb?.service?.type : undefined) ?? "ClusterIP",
    ports,
    selector: componentLabels(cluster, member),
  },
});

const PEER_PORTS: Readonly<Record<Member, readonly ServicePort[]>> = {
  pd: [tcp("tcp-peer-2380", 2380), tcp("tcp-peer-2379", 2379)],
  tikv: [tcp("peer", 20_160)],
  tidb: [tcp("status", 10_080)],
};

/** Headless, with the names of all pods, ready or not. */
const peerService = (cluster: TidbCluster, member: Member): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: peerName(cluster, member),
    namespace: cluster.metadata.namespace as string,
    labels: { ...componentLabels(cluster, member), "app.kubernetes.io/used-by": "peer" },
    ownerReferences: [ownerReferenceTo(cluster)],
  },
  spec: {
    clusterIP: "None",
    ports: PEER_PORTS[member],
    selector: componentLabels(cluster, member),
    publishNotReadyAddresses: true,
  },
});
