import type { Exclusion, Injector, Target } from "#injectors/injector.ts";
import { componentOf } from "#kube/checks/fault-target.ts";
import type { Backend } from "#pool/backend.ts";
import { type SplitMember, splitOf } from "#problems/dataset/split-of.ts";
import { difficultyOf } from "#problems/difficulty/difficulty-of.ts";
import type { Pair } from "#problems/problem.ts";
import { knownFacts } from "./difficulty/known-facts.ts";
import type { FoundTargets } from "./find-targets.ts";
import { fixturesOf, needsOf } from "./fixtures-of.ts";
import type { Library } from "./library.ts";
import type { LoadedApp } from "./load-apps.ts";
import { SILENT_PAIRS } from "./silent-pairs.ts";

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
  /** `fault target` → the target with its facts, of the pairs and of those that are not drawn. */
  readonly targets: ReadonlyMap<string, Target>;
}

/** Lists the pairs of an app that the backend can play, and those that it or a fault's author excludes. */
export const listPairs = (
  library: Pick<Library, "injectors" | "fixtures">,
  app: LoadedApp,
  backend: Backend,
  foundTargets: FoundTargets,
): AppEntry => {
  const targets = new Map<string, Target>();
  const pairs: Pair[] = [];
  const excluded: ExcludedTarget[] = [];
  for (const injector of library.injectors) {
    const needs = [injector, ...fixturesOf(injector, library.fixtures)].flatMap(needsOf);
    const missing = [...new Set(needs)].filter((need) => !backend.capabilities.includes(need));
    const found = foundTargets[injector.id] ?? { targets: [], excluded: [] };
    excluded.push(...found.excluded.map((exclusion) => ({ ...exclusion, faultId: injector.id, app: app.record.name })));
    for (const target of found.targets) {
      const { name } = app.record;
      const exclude = (reason: string): void => void excluded.push({ resource: target.resource, faultId: injector.id, app: name, reason });
      if (missing.length > 0) exclude(`the ${backend.name} backend lacks ${missing.join(", ")}`);
      else if (SILENT_PAIRS.has(`${name}/${injector.id} ${target.resource}`)) exclude("nothing but its specification shows it");
      else
        pairs.push({
          faultId: injector.id,
          target: target.resource,
          split: splitOf([memberOf(app.record.name, injector, target)]).split,
          visible: target.visible,
          masks: injector.masks === true || target.masks === true || componentOf(app.record, target.resource)?.gates !== undefined,
          needsTraffic: injector.needsTraffic === true,
          correlates: injector.correlates === true,
          scope: injector.scope,
          difficulty: difficultyOf(knownFacts(name, injector.id, target.resource)),
        });
      if (missing.length === 0) targets.set(`${injector.id} ${target.resource}`, target);
    }
  }
  return { app, variants: backend.variants(app.record.name), pairs, excluded, targets };
};

/** A fault on a target as far as its split depends on it. */
export const memberOf = (app: string, { id, family }: Injector, { resource }: Target): SplitMember => ({
  app,
  faultId: id,
  family,
  target: resource,
});
