import type { KubeObject } from "#kube/types/meta.ts";
import { abandonedSet, idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames, type Twin } from "../twin.ts";
import { missingAccount } from "./missing-account.ts";

/** Idle workloads of which some run as an account that is there, and others as one that nobody has made yet. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name): readonly Twin[] => {
    const own = rng.stream(`account of ${name}`);
    const account = missingAccount(own.stream("name"), own.pick([name, name.replace(/-[a-z]+$/, "")]), []);
    const object = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account, namespace: baseline.namespace } } as KubeObject;
    const exists = own.stream("exists").chance({ numerator: 1, denominator: 3 });
    const set = exists ? idleSet : abandonedSet;
    const sets = set(rng.stream(name), baseline, name, ({ spec, ...template }) => ({
      ...template,
      spec: { ...spec, serviceAccountName: account, serviceAccount: account },
    }));
    return exists ? [{ verb: "create", resource: "serviceaccounts", object }, ...sets] : sets;
  });
