import { ownObjects } from "#kube/app/baseline.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { DrawTwins, Twin } from "./twin.ts";

/** Documents with feature flags that nothing serves, some of them on. */
export const flagDocuments: DrawTwins = (rng, baseline) => {
  const known = (ownObjects(baseline, "configmaps") as readonly ConfigMap[]).map(({ metadata }) => metadata.name);
  return rng
    .stream("environments")
    .shuffle(ENVIRONMENTS)
    .slice(0, rng.int(1, 3))
    .flatMap((environment): readonly Twin[] => {
      const own = rng.stream(environment);
      const name = `${own.pick(["flags", "feature-flags", "flagd-config"])}-${environment}`;
      if (known.includes(name)) return [];
      const flags = own.shuffle(FLAGS).slice(0, own.int(3, FLAGS.length));
      const data = {
        "demo.flagd.json": JSON.stringify({ flags: Object.fromEntries(flags.map((flag) => [flag, flagOf(own.stream(flag))])) }, null, 2),
      };
      const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: baseline.namespace }, data } as ConfigMap;
      return [{ verb: "create", resource: "configmaps", object }];
    });
};

const flagOf = (rng: Parameters<DrawTwins>[0]) => ({
  state: "ENABLED",
  variants: { on: true, off: false },
  defaultVariant: rng.pick(["on", "off", "off"]),
});

const ENVIRONMENTS: readonly string[] = ["staging", "canary", "next", "loadtest", "beta"];

const FLAGS: readonly string[] = [
  "newCheckout",
  "paymentFailure",
  "cartFailure",
  "bookingV2",
  "adFailure",
  "imageSlowLoad",
  "fastSearch",
  "compactLists",
];
