import type { Exclusion, Injector, Target } from "#injectors/injector.ts";
import { publishedName } from "#kube/app/variants/expand-variant.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { Backend } from "#pool/backend.ts";
import { type SplitMember, splitOf } from "#problems/dataset/split-of.ts";
import type { Pair } from "#problems/problem.ts";
import { CATALOGUE_SEED } from "./catalogue-protocol.ts";
import type { Library } from "./library.ts";
import type { LoadedApp, LoadedForm } from "./load-apps.ts";

/** An object that a fault cannot be applied to, with the reason that the fault's author or the backend gives. */
export interface ExcludedTarget extends Exclusion {
  readonly faultId: string;
  readonly app: string;
}

/** Fault-target pairs of an app. */
export interface AppPairs {
  readonly pairs: readonly Pair[];
  readonly excluded: readonly ExcludedTarget[];
}

/** An app with the forms and the pairs that a backend has of it. */
export interface AppEntry extends AppPairs {
  readonly app: LoadedApp;
  /** Ids of its forms in the backend's slots. */
  readonly variants: readonly string[];
  /** `fault target` → the target with its facts. */
  readonly targets: ReadonlyMap<string, Target>;
}

/**
 * Enumerates the fault-target pairs of an app in a slot of the backend, in the names of the published form.
 *
 * The slot has the published form where there is one, else the variant that lacks the fewest of its objects.
 */
export const enumerateTargets = async (library: Library, app: LoadedApp, backend: Backend): Promise<AppEntry> => {
  const variants = backend.variants(app.record.name);
  const variant = fullestOf(app, variants);
  const form = app.formOf(variant) ?? app;
  const slot = await backend.lease({ app: app.record.name, scope: "namespace", rights: "cluster", variant, seed: CATALOGUE_SEED });
  const place = { app: form.record, namespace: slot.namespace };
  const targets = new Map<string, Target>();
  const pairs: Pair[] = [];
  const excluded: ExcludedTarget[] = [];
  for (const injector of library.injectors) {
    const missing = needsOf(injector).filter((need) => !backend.capabilities.includes(need));
    const found = inPublishedNames(await injector.targets(slot.admin, place), form);
    excluded.push(...found.excluded.map((exclusion) => ({ ...exclusion, faultId: injector.id, app: app.record.name })));
    for (const target of found.targets) {
      if (missing.length > 0)
        excluded.push({
          resource: target.resource,
          faultId: injector.id,
          app: app.record.name,
          reason: `the ${backend.name} backend lacks ${missing.join(", ")}`,
        });
      else
        pairs.push({
          faultId: injector.id,
          target: target.resource,
          split: splitOf([memberOf(app.record.name, injector, target)]).split,
          visible: target.visible,
          masks: injector.masks === true,
          needsTraffic: injector.needsTraffic === true,
          scope: injector.scope,
        });
      targets.set(`${injector.id} ${target.resource}`, target);
    }
  }
  await backend.release(slot);
  return { app, variants, pairs, excluded, targets };
};

const fullestOf = (app: LoadedApp, variants: readonly string[]): string => {
  const lackedBy = (id: string): number => Object.values(app.formOf(id)?.names ?? {}).filter((name) => name === null).length;
  if (variants.includes(STANDARD)) return STANDARD;
  return variants.toSorted((a, b) => lackedBy(a) - lackedBy(b))[0] ?? STANDARD;
};

const inPublishedNames = ({ targets, excluded }: InjectorTargets, form: LoadedForm): InjectorTargets => {
  const rename = <T extends Named>(named: T): T => ({ ...named, resource: publishedName(form, named.resource) });
  return { targets: targets.map(rename).sort(byName), excluded: excluded.map(rename).sort(byName) };
};

interface Named {
  readonly resource: string;
}

/** Orders by name, as lists of a cluster are, so that the order of tasks is the same whichever form has been looked at. */
const byName = (a: Named, b: Named): number => (a.resource < b.resource ? -1 : 1);

type InjectorTargets = Awaited<ReturnType<Injector["targets"]>>;

/** Capabilities that a fault needs of its backend; one with a wider scope than a namespace needs an exclusive cluster. */
const needsOf = ({ scope, needs }: Injector): readonly string[] => (scope === "namespace" ? needs : ["exclusive-cluster", ...needs]);

/** A fault on a target as far as its split depends on it. */
export const memberOf = (app: string, { id, family }: Injector, { resource }: Target): SplitMember => ({
  app,
  faultId: id,
  family,
  target: resource,
});
