import type { Rng } from "#core/rng.ts";
import type { AppComponent } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { CreatedTwin } from "./twin.ts";

/** End of a ConfigMap's name, behind the component's, and what it holds. */
interface Held {
  readonly ending: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Draws ConfigMaps of two or three components that nobody reads.
 *
 * @param components shuffled by the caller
 * @param hold draws what the ConfigMap of one component holds
 */
export const configMapsBeside = (
  rng: Rng,
  { namespace, app }: Baseline,
  components: readonly AppComponent[],
  hold: (own: Rng, component: AppComponent) => Held,
): readonly CreatedTwin[] =>
  components.slice(0, rng.int(2, 3)).map((component) => {
    const { name } = component;
    const { ending, data } = hold(rng.stream(name), component);
    const metadata = { name: `${name}-${ending}`, namespace, labels: { [app.labelKey]: name } };
    return { verb: "create", resource: "configmaps", object: { apiVersion: "v1", kind: "ConfigMap", metadata, data } as ConfigMap };
  });

/** The app's stores, in a drawn order. */
export const shuffledStores = (rng: Rng, { app }: Baseline): readonly AppComponent[] =>
  rng.stream("stores").shuffle(app.components.filter(({ role }) => role === "store"));
