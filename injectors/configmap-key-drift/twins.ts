import { ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { givenUpSet } from "../idle-set.ts";
import { type DrawTwins, neighbourName, type Twin } from "../twin.ts";

/** Settings with addresses of what has moved, that nothing reads any more but workloads that somebody gave up. */
export const twins: DrawTwins = (rng, baseline) =>
  rng
    .stream("config-maps")
    .shuffle((ownObjects(baseline, "configmaps") as readonly ConfigMap[]).filter(({ metadata }) => metadata.name !== "kube-root-ca.crt"))
    .slice(0, rng.int(2, 3))
    .flatMap(({ metadata, data = {} }): readonly Twin[] => {
      const own = rng.stream(metadata.name);
      const moved = (text: string) =>
        text.replace(ADDRESS, (_, host: string, port: string) => `${own.pick([`${host}-svc`, HOSTS[own.int(0, 2)] ?? host])}:${port}`);
      const object = {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: `${metadata.name}-${own.pick(ENDINGS)}`, namespace: baseline.namespace, labels: metadata.labels ?? {} },
        data: Object.fromEntries(Object.entries(data).map(([key, text]) => [key, moved(text)])),
      } as ConfigMap;
      const settings: Twin = { verb: "create", resource: "configmaps", object };
      if (!own.stream("read").chance(MOSTLY)) return [settings];
      const configMapRef = { name: object.metadata.name };
      const name = neighbourName(own.stream("reader"), baseline);
      const reader = givenUpSet(own.stream(name), baseline, name, (template) =>
        withContainer(template, ({ envFrom = [] }) => ({ envFrom: [...envFrom, { configMapRef }] })),
      );
      return [settings, ...reader];
    });

const MOSTLY = { numerator: 3, denominator: 4 } as const;

/** The first host and port of a text. */
const ADDRESS = /\b([a-z][a-z0-9-]+):(\d{4,5})\b/;

const HOSTS: readonly string[] = ["db.internal", "store.internal", "registry.internal"];
const ENDINGS: readonly string[] = ["v1", "old", "next", "staging", "backup"];
