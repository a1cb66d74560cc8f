import { encodeBase64 } from "#core/base64.ts";
import type { Rng } from "#core/rng.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Secret } from "#kube/types/storage.ts";
import type { CreatedTwin } from "./twin.ts";

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
