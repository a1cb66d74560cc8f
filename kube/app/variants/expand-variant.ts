import { invariant } from "#core/invariant.ts";
import type { AppRecord } from "../app.ts";
import { listeningPort, programComponents } from "../call-graph.ts";
import { type AppDescription, settingOf } from "../component-program.ts";
import { deriveRecord } from "../derive-record.ts";
import { listenPort } from "../listen-port.ts";
import { portIn } from "./draw-ports.ts";
import { drawVariation, type Variation } from "./draw-variation.ts";
import type { VariantStyles } from "./variant-styles.ts";
import { varyBehaviour } from "./vary-behaviour.ts";
import { varyValues } from "./vary-values.ts";

/** One form of an app. */
export interface AppForm {
  readonly app: AppDescription;
  readonly record: AppRecord;
  /** Name here of each object of the published form, both as `kind/name`; null for one that is not here. */
  readonly names: Readonly<Record<string, string | null>>;
}

/**
 * Expands a variant of an app: another form of it that works alike, a pure function of the description, the styles and the id.
 *
 * @throws InvariantViolation when two objects get one name, or a program's port is not where its settings say
 */
export const expandVariant = (app: AppDescription, styles: VariantStyles, id: string): AppForm => {
  const record = deriveRecord(app);
  const variation = drawVariation(app, styles, id);
  const varied = { behaviour: varyBehaviour(app, variation), values: varyValues(app, variation, styles) };
  checkPorts(app, varied, variation);
  const names = renamesOf(app, record, variation);
  const taken = Object.values(names).filter((name) => name !== null);
  invariant(
    new Set(taken).size === taken.length,
    `variant ${id} of ${app.behaviour.name} gives one name to two objects: ${taken.join(", ")}`,
  );
  return { app: varied, record: deriveRecord(varied), names };
};

/** The published form, in which every object has its own name. */
export const standardForm = (app: AppDescription): AppForm => ({ app, record: deriveRecord(app), names: {} });

/** The name in a form of an object of the published form, `kind/name`; undefined when it is not there. */
export const nameIn = ({ names }: Pick<AppForm, "names">, published: string): string | undefined =>
  names[published] === undefined ? published : (names[published] ?? undefined);

/** The published name of an object of a form, `kind/name`: the reverse of nameIn. */
export const publishedName = ({ names }: Pick<AppForm, "names">, here: string): string =>
  Object.entries(names).find(([, name]) => name === here)?.[0] ?? here;

const checkPorts = (app: AppDescription, varied: AppDescription, { ports, names }: Variation): void => {
  for (const listener of programComponents(app)) {
    const { component, program } = listener;
    const own = listeningPort(app, listener);
    if (program.listens === undefined || own === undefined) continue;
    const wanted = portIn(ports, component.name, own);
    const here = varied.values.components.find(({ name }) => name === names.components.get(component.name));
    if (here === undefined) continue;
    const read = settingOf(varied, here, program.listens.port);
    invariant(
      listenPort(read) === wanted,
      `${here.name} would listen on "${read}", not on ${wanted}: nothing that can vary holds its port`,
    );
  }
};

const renamesOf = (app: AppDescription, { components }: AppRecord, { names, stores, left }: Variation): AppForm["names"] => {
  const { values } = app;
  const renames: Record<string, string | null> = {};
  const add = (kind: string, component: string | undefined, published: string, here: string | undefined) => {
    renames[`${kind}/${published}`] = component !== undefined && left.has(component) ? null : `${kind}/${here ?? published}`;
  };
  for (const { name, workload, auth, startLoadedBy, readBy } of components) {
    add(workload, name, name, names.components.get(name));
    add("service", name, name, names.components.get(name));
    const user = programComponents(app).find(({ component }) => [...startLoadedBy, ...readBy].includes(component.name));
    const account = user === undefined ? undefined : stores.get(user.name);
    if (auth !== undefined) add("mongouser", name, `${auth.user}@${auth.database}`, `${account?.credentials?.user}@${account?.database}`);
  }
  for (const { name, workload, replicas = 1, services = [], mounts = [] } of values.components) {
    const here = names.components.get(name);
    for (const service of services) add("service", name, service.name, names.services.get(service.name));
    for (const mount of mounts.filter((one) => "claim" in one)) {
      if (workload !== "statefulset") add("persistentvolumeclaim", name, mount.claim, names.claims.get(mount.claim));
      else
        for (let i = 0; i < replicas; i++) add("persistentvolumeclaim", name, `${mount.claim}-${name}-${i}`, `${mount.claim}-${here}-${i}`);
    }
  }
  for (const { kind, metadata } of values.customResources ?? [])
    add(kind.toLowerCase(), undefined, metadata.name, names.customResources.get(metadata.name));
  for (const { name, component } of values.configMaps ?? []) add("configmap", component, name, names.configMaps.get(name));
  for (const { name } of values.ingresses ?? []) add("ingress", undefined, name, names.namespace);
  for (const { name, component } of values.secrets ?? []) add("secret", component, name, names.secrets.get(name));
  return renames;
};
