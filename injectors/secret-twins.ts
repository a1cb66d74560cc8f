import { decodeBase64Text, encodeBase64 } from "#core/base64.ts";
import type { Rng } from "#core/rng.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { withContainer } from "#kube/objects/with-container.ts";
import type { Secret } from "#kube/types/storage.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { idleSet } from "./idle-set.ts";
import { type CreatedTwin, neighbourOf } from "./twin.ts";

/** Draws Secrets beside two to four components, with a name that ends otherwise, which nobody reads. */
export const secretsBeside = (
  rng: Rng,
  { namespace, app }: Baseline,
  endings: readonly string[],
  dataOf: (own: Rng, component: string) => Readonly<Record<string, string>>,
): readonly CreatedTwin[] =>
  rng
    .stream("components")
    .shuffle(app.components)
    .slice(0, rng.int(2, 4))
    .map(({ name }): CreatedTwin => {
      const own = rng.stream(name);
      const object: Secret = {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: `${name}-${own.stream("ending").pick(endings)}`, namespace, labels: { [app.labelKey]: name } },
        type: "Opaque",
        data: Object.fromEntries(Object.entries(dataOf(own, name)).map(([key, value]) => [key, encodeBase64(encodeUtf8(value))])),
      };
      return { verb: "create", resource: "secrets", object };
    });

/**
 * Draws one or two idle workloads like those that read a Secret, each with a Secret of its own that has another value under one of its keys.
 *
 * @param ending pattern of the keys' ends
 * @param drawValue draws the value, from what the key has in the Secret that it is like
 */
export const secretsOfIdle = (
  rng: Rng,
  baseline: Baseline,
  ending: RegExp,
  drawValue: (own: Rng, value: string) => string,
): readonly CreatedTwin[] => {
  const secrets = ownObjects(baseline, "secrets") as readonly Secret[];
  const keyOf = ({ data = {} }: Secret): string | undefined => Object.keys(data).find((key) => ending.test(key));
  const readers = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).flatMap(({ metadata, spec }) => {
    const read = spec.template.spec.containers.flatMap(({ envFrom = [] }) => envFrom.map(({ secretRef }) => secretRef?.name));
    return secrets
      .filter((secret) => read.includes(secret.metadata.name) && keyOf(secret) !== undefined)
      .map((secret) => ({ reader: metadata.name, secret }));
  });
  return rng
    .stream("readers")
    .shuffle(readers)
    .slice(0, rng.int(1, 2))
    .flatMap(({ reader, secret }): readonly CreatedTwin[] => {
      const own = rng.stream(reader);
      const name = neighbourOf(own, reader);
      const copied = `${secret.metadata.name}-${name.slice(reader.length + 1)}`;
      const key = keyOf(secret) ?? "";
      const value = drawValue(own.stream("value"), decodeBase64Text(secret.data?.[key] ?? ""));
      const object: Secret = {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: copied, namespace: baseline.namespace, labels: { [baseline.app.labelKey]: name } },
        type: "Opaque",
        data: { ...secret.data, [key]: encodeBase64(encodeUtf8(value)) },
      };
      const set = idleSet(own, baseline, name, (template) =>
        withContainer(template, ({ envFrom = [] }) => ({
          envFrom: envFrom.map((one) => (one.secretRef?.name === secret.metadata.name ? { ...one, secretRef: { name: copied } } : one)),
        })),
      );
      return [{ verb: "create", resource: "secrets", object }, ...set];
    });
};
