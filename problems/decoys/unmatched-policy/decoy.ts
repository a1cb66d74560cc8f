import { policyNamesFor } from "#kube/objects/policy-names.ts";
import type { NetworkPolicy } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { defineDecoy } from "../../problem.ts";

/** A NetworkPolicy that admits nobody, to pods that are gone: it selects none of those that there are. */
export default defineDecoy({
  id: "unmatched-policy",
  place: async (cluster, { app, namespace }, rng) => {
    const component = rng.pick(app.components).name;
    // Forms of an application have pods with such labels, too.
    const worn = (await listObjects<Pod>(cluster, { resource: "pods", namespace })).map(({ metadata }) => metadata.labels?.["track"]);
    const track = rng.pick(["canary", "blue", "next"].filter((name) => !worn.includes(name)));
    const policy: NetworkPolicy = {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: rng.pick(policyNamesFor(`${component}-${track}`)), namespace },
      spec: {
        podSelector: { matchLabels: { [app.labelKey]: component, track } },
        policyTypes: rng.pick<("Ingress" | "Egress")[]>([["Ingress"], ["Ingress", "Egress"]]),
      },
    };
    await createObject(cluster, { resource: "networkpolicies.networking.k8s.io", object: policy });
  },
});
