import pLimit from "p-limit";
import type { Injector } from "#injectors/injector.ts";
import { publishedName } from "#kube/app/variants/expand-variant.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { Backend } from "#pool/backend.ts";
import { CATALOGUE_SEED } from "./catalogue-protocol.ts";
import { canHave, fixturesOf, widestScope } from "./fixtures-of.ts";
import type { Library } from "./library.ts";
import type { LoadedApp, LoadedForm } from "./load-apps.ts";

/** Targets in an app by fault id, with those that the fault's author refuses, in the names of the published form; plain data. */
export type FoundTargets = Readonly<Record<string, InjectorTargets>>;

type InjectorTargets = Awaited<ReturnType<Injector["targets"]>>;

/** Finds the targets of every fault in an app. */
export type FindTargets = (library: Pick<Library, "injectors" | "fixtures">, app: LoadedApp, backend: Backend) => Promise<FoundTargets>;

/**
 * Finds the targets of every fault in an app, in slots of the backend: one for the faults without fixtures, and one for each set of these
 * that others need.
 *
 * The slots have the published form where there is one, else the variant that lacks the fewest of its objects.
 */
export const findTargets: FindTargets = async ({ injectors, fixtures }, app, backend) => {
  const variant = fullestOf(app, backend.variants(app.record.name));
  const form = app.formOf(variant) ?? app;
  const request = { app: app.record.name, scope: "namespace", rights: "cluster", variant, seed: CATALOGUE_SEED } as const;
  const found: Record<string, InjectorTargets> = {};
  for (const sharing of Map.groupBy(injectors, (injector) => (injector.fixtures ?? []).join()).values()) {
    const needed = sharing.slice(0, 1).flatMap((injector) => fixturesOf(injector, fixtures));
    const possible = needed.filter((fixture) => canHave(backend, fixture));
    const slot = await backend.lease({ ...request, scope: widestScope(possible), fixtures: possible });
    const place = { app: form.record, namespace: slot.namespace };
    const limit = pLimit(slot.isRealTime ? LOOKING_MAX : 1);
    const look = async (injector: Injector) => [injector.id, inPublishedNames(await injector.targets(slot.admin, place), form)] as const;
    Object.assign(found, Object.fromEntries(await Promise.all(sharing.map((injector) => limit(() => look(injector))))));
    await backend.release(slot);
  }
  return found;
};

/** Faults whose targets are looked for at a time on a real cluster, where each look waits for many answers. */
const LOOKING_MAX = 8;

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
