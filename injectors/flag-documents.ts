import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { flagsOf } from "./feature-flag.ts";
import { givenUpSet } from "./idle-set.ts";
import { type DrawTwins, neighbourName, type Twin } from "./twin.ts";

/**
 * Documents with feature flags of an application that has some, a few of them on. Nothing serves them, or a trial that somebody gave up was to
 * read them.
 */
export const flagDocuments: DrawTwins = (rng, baseline) => {
  const known = ownObjects(baseline, "configmaps") as readonly ConfigMap[];
  const flags = [...new Set(known.flatMap(({ data = {} }) => Object.values(data).flatMap(flagsOf)))];
  if (flags.length === 0) return [];
  return rng
    .stream("environments")
    .shuffle(ENVIRONMENTS)
    .slice(0, rng.int(1, 3))
    .flatMap((environment): readonly Twin[] => {
      const own = rng.stream(environment);
      const name = `${own.pick(["flags", "feature-flags", "flagd-config"])}-${environment}`;
      if (known.some(({ metadata }) => metadata.name === name)) return [];
      const object = documentOf(own, baseline.namespace, name, own.shuffle(flags).slice(0, own.int(3, Math.max(3, flags.length))));
      return [
        { verb: "create", resource: "configmaps", object },
        ...(own.stream("read").chance(MOSTLY) ? readerOf(own, baseline, name) : []),
      ];
    });
};

const MOSTLY = { numerator: 3, denominator: 4 } as const;

const documentOf = (rng: Rng, namespace: string, name: string, flags: readonly string[]): ConfigMap => {
  const text = JSON.stringify({ flags: Object.fromEntries(flags.map((flag) => [flag, flagOf(rng.stream(flag))])) }, null, 2);
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data: { "demo.flagd.json": text } };
};

const flagOf = (rng: Rng) => ({
  state: "ENABLED",
  variants: { on: true, off: false },
  defaultVariant: rng.pick(["on", "off", "off"]),
});

/** A workload that was to serve the document. */
const readerOf = (rng: Rng, baseline: Baseline, document: string): readonly Twin[] => {
  const name = neighbourName(rng.stream("reader"), baseline);
  return givenUpSet(rng.stream(name), baseline, name, ({ spec, ...template }) =>
    withContainer({ ...template, spec: { ...spec, volumes: [...(spec.volumes ?? []), volumeOf(document)] } }, ({ volumeMounts = [] }) => ({
      volumeMounts: [...volumeMounts, { name: VOLUME, mountPath: `/srv/${VOLUME}` }],
    })),
  );
};

const VOLUME = "flag-documents";

const volumeOf = (name: string) => ({ name: VOLUME, configMap: { name } });

const ENVIRONMENTS: readonly string[] = ["staging", "canary", "next", "loadtest", "beta"];
