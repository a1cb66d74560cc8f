import { keepFor } from "#core/keep-for.ts";
import type { AddressVariable, AppComponent, AppOperation, AppRecord } from "./app.ts";
import {
  addressedBy,
  calleeOf,
  callsOf,
  failureShare,
  type Loss,
  type ProgramComponent,
  passedBy,
  programComponents,
  storeOf,
} from "./call-graph.ts";
import { isLookUp, isServiceCall } from "./call-kinds.ts";
import { type AppDescription, componentAt } from "./component-program.ts";
import type { ComponentValues, MountValues } from "./manifest-values.ts";
import { allComponents, operatedComponents } from "./operated-components.ts";
import { ownProgram } from "./own-program.ts";
import { productOf } from "./products.ts";
import { NO_WORK, workAtLoad } from "./work-at-load.ts";

/** An app's record: who calls whom and by which way, as its behaviour and its chart's values say it together. */
export const deriveRecord = keepFor((app: AppDescription): AppRecord => {
  const { name, title, namespace, load } = app.behaviour;
  const operations = operationsOf(app);
  return {
    name,
    title,
    namespace,
    labelKey: app.values.labelKey,
    load: {
      rps: load.rps,
      service: load.service,
      port: load.port,
      program: entryOf(app)?.name ?? load.service,
      ...(load.flagd === undefined ? {} : { flagd: load.flagd }),
    },
    operations,
    components: allComponents(app.values).map((component) => deriveComponent(app, component, operations)),
  };
});

const entryOf = (app: AppDescription, service = app.behaviour.load.service): ProgramComponent | undefined => {
  const entry = componentAt(app.values, service);
  return programComponents(app).find(({ component }) => component === entry);
};

const operationsOf = (app: AppDescription): readonly AppOperation[] =>
  app.behaviour.load.operations.map(({ entry: own, ...operation }) => {
    const entry = entryOf(app, own?.service);
    return {
      ...operation,
      ...(own === undefined ? {} : { entry: { ...own, program: entry?.name ?? own.service } }),
      through: entry === undefined ? [] : passedBy(app, entry, operation.name),
    };
  });

const deriveComponent = (app: AppDescription, component: ComponentValues, operations: readonly AppOperation[]): AppComponent => {
  const { name, image } = component;
  const own = programComponents(app).find((other) => other.component === component);
  const product = productOf(image);
  // A cache that no user's operation passes stays empty.
  const contentMiB = operations.some(({ through }) => through.includes(name)) ? (product?.contentMiB ?? 0) : 0;
  const auth = authOf(app, name);
  const gates = gatedBy(app, name);
  const operated = operatedComponents(app.values).find((other) => other === component);
  return {
    name,
    workload: operated?.workload ?? component.workload ?? "deployment",
    ...(operated?.operator === undefined ? {} : { operatedBy: operated.operator }),
    ...(operated === undefined ? {} : { madeFrom: `${operated.kind.toLowerCase()}/${operated.resource}` }),
    role: entryOf(app)?.component === component ? "frontend" : (product?.role ?? "service"),
    dnsCallers: dnsCallersOf(app, component),
    registryCallers: own === undefined ? memberCallersOf(app, name) : registryCallersOf(app, own),
    ...(gates.length === 0 ? {} : { gates }),
    ...sharesOf(app, name),
    ...(own === undefined ? writeShareOf(app, name) : {}),
    ...ownProgram(app, component, own),
    ...(auth === undefined ? {} : { auth }),
    ...documentsOf(app, component),
    startLoadedBy: consumersOf(app, name).flatMap((caller) =>
      usesStore(caller) || storeOf(app, caller) !== name ? [] : [caller.component.name],
    ),
    readBy: consumersOf(app, name).flatMap((caller) => (usesStore(caller) ? [caller.component.name] : [])),
    configMaps: configMapsOf(app, component, own),
    ...addressVariablesOf(app, own),
    idleMiB: own?.program.memory.idleMiB ?? (product?.idleMiB ?? 0) + contentMiB,
    ...roundedWork(app, name),
    startSeconds: own === undefined ? (product?.startSeconds ?? 0) : own.program.start.bootMs / 1000,
  };
};

const roundedWork = (app: AppDescription, component: string): Pick<AppComponent, "callsPerS" | "cpuMilli"> => {
  const { callsPerS, cpuMilli } = workAtLoad(app).get(component) ?? NO_WORK;
  return { callsPerS: Math.round(callsPerS), cpuMilli: Math.round(cpuMilli) };
};

/** Settings with addresses that a program's requests or its start depend on, in the order store, cache, callees, registry. */
const addressSettings = ({ program }: ProgramComponent): readonly string[] => {
  const calls = Object.values(program.operations).flatMap(callsOf);
  return [
    ...(program.consumes === undefined ? [] : [program.consumes.address]),
    ...(program.store === undefined ? [] : [program.store.address]),
    ...calls.flatMap((call) => (isLookUp(call) ? [call.address] : [])),
    ...calls.flatMap((call) => (isServiceCall(call) && call.address !== undefined ? [call.address] : [])),
    ...(program.registry === undefined ? [] : [program.registry.address]),
  ];
};

/** Settings with addresses of which users notice nothing when they are wrong: a program that starts without them, and does without them later. */
const unnoticedSettings = (app: AppDescription, caller: ProgramComponent): readonly string[] => {
  const { consumes, store, registry } = caller.program;
  const atStart = [consumes?.address, store?.address, registry?.address];
  return addressSettings(caller).filter((setting) => {
    const component = atStart.includes(setting) ? undefined : addressedBy(app, caller, setting);
    return component !== undefined && userShareOf(app, { component, isOfName: true, caller: caller.component.name }) === 0;
  });
};

const dnsCallersOf = (app: AppDescription, component: ComponentValues): readonly string[] => [
  ...(entryServices(app).some((service) => componentAt(app.values, service) === component) ? ["client"] : []),
  ...programComponents(app).flatMap((caller) =>
    addressSettings(caller).some((setting) => addressedBy(app, caller, setting) === component.name) ? [caller.component.name] : [],
  ),
];

/** Services that users call. */
const entryServices = ({ behaviour: { load } }: AppDescription): readonly string[] => [
  load.service,
  ...load.operations.flatMap(({ entry }) => entry?.service ?? []),
];

const registryCallersOf = (app: AppDescription, callee: ProgramComponent): readonly string[] =>
  programComponents(app).flatMap((caller) => {
    const calls = Object.values(caller.program.operations).flatMap(callsOf);
    const isCaller = calls.some(
      (call) => isServiceCall(call) && call.address === undefined && calleeOf(app, caller, call)?.component === callee.component,
    );
    return isCaller ? [caller.component.name] : [];
  });

/** Parts of a database cluster that find a component by the addresses that its members tell. */
const memberCallersOf = ({ values }: AppDescription, callee: string): readonly string[] =>
  operatedComponents(values).flatMap(({ name, needs }) => (needs.includes(callee) ? [name] : []));

/** Components whose readiness probe asks for an answer that passes through one. */
const gatedBy = (app: AppDescription, name: string): readonly string[] =>
  programComponents(app).flatMap((caller) => {
    const path = caller.component.readinessProbe?.httpGet?.path;
    const asked = Object.entries(caller.program.operations).find(([, { route }]) => path !== undefined && route?.path === path)?.[0];
    if (asked === undefined || caller.component.name === name) return [];
    return passedBy(app, caller, asked).includes(name) ? [caller.component.name] : [];
  });

const sharesOf = (app: AppDescription, component: string): Pick<AppComponent, "userShare" | "nameShare"> => {
  const userShare = userShareOf(app, { component, isOfName: false });
  const nameShare = userShareOf(app, { component, isOfName: true });
  return { userShare, ...(nameShare === userShare ? {} : { nameShare }) };
};

const writeShareOf = (app: AppDescription, component: string): Pick<AppComponent, "writeShare"> => {
  const writeShare = userShareOf(app, { component, isOfName: false, isOfWrites: true });
  return writeShare === 0 ? {} : { writeShare };
};

/** Rounded where sums of shares have no exact binary form. */
const userShareOf = (app: AppDescription, { component: away, ...loss }: Loss): number => {
  const broken = [away, ...operatedComponents(app.values).flatMap(({ name, needs }) => (needs.includes(away) ? [name] : []))];
  const shares = app.behaviour.load.operations.map(({ name, share, entry: own }) => {
    const entry = entryOf(app, own?.service);
    if (entry === undefined) return 0;
    if (entry.component.name === away) return share;
    return share * Math.max(...broken.map((component) => failureShare(app, entry, name, { component, ...loss })));
  });
  return Number(shares.reduce((sum, share) => sum + share, 0).toFixed(9));
};

const authOf = (app: AppDescription, name: string): AppComponent["auth"] => {
  for (const caller of programComponents(app)) {
    const { store } = caller.program;
    if (store?.kind === "document" && store.credentials !== undefined && storeOf(app, caller) === name)
      return { database: store.database, ...store.credentials };
  }
  return undefined;
};

const documentsOf = (app: AppDescription, { name, image }: ComponentValues): Pick<AppComponent, "documents"> => {
  if (productOf(image)?.image !== "mongo") return {};
  const isSeeded = programComponents(app).some((caller) => {
    const { store } = caller.program;
    return store?.kind === "document" && store.seed.length > 0 && storeOf(app, caller) === name;
  });
  return { documents: isSeeded ? "seeded" : "empty" };
};

const cacheSettings = ({ program }: ProgramComponent): readonly string[] => [
  ...(program.consumes === undefined ? [] : [program.consumes.address]),
  ...Object.values(program.operations).flatMap((operation) => callsOf(operation).flatMap((call) => (isLookUp(call) ? [call.address] : []))),
];

/** Programs that keep something in a store or a cache. */
const consumersOf = (app: AppDescription, name: string): readonly ProgramComponent[] =>
  programComponents(app).filter(
    (caller) => storeOf(app, caller) === name || cacheSettings(caller).some((setting) => addressedBy(app, caller, setting) === name),
  );

/** True where requests reach a program's store; false where it is read at the start alone. */
const usesStore = ({ program }: ProgramComponent): boolean =>
  program.consumes !== undefined ||
  Object.values(program.operations).some((operation) => callsOf(operation).some((call) => !isServiceCall(call)));

const configMapsOf = (app: AppDescription, component: ComponentValues, own: ProgramComponent | undefined): AppComponent["configMaps"] => [
  ...mountedConfigMapsOf(app, component, own),
  ...(component.envFrom ?? []).map((name) => {
    const keys = Object.keys(dataOf(app, name));
    const [addresses, settings] = own === undefined ? [[], []] : [addressSettings(own), [...portSettings(own), ...addressSettings(own)]];
    const unnoticed = own === undefined ? [] : variablesOf(app, unnoticedSettings(app, own)).filter((key) => keys.includes(key));
    return {
      name,
      keys,
      settings: variablesOf(app, settings).filter((key) => keys.includes(key)),
      addresses: variablesOf(app, addresses).filter((key) => keys.includes(key)),
      ...(unnoticed.length === 0 ? {} : { unnoticed }),
      areVariables: true,
    } as const;
  }),
];

const addressVariablesOf = (app: AppDescription, own: ProgramComponent | undefined): Pick<AppComponent, "addressVariables"> => {
  if (own === undefined) return {};
  const isSet = (variable: string | undefined) => own.component.env?.some(({ name, value }) => name === variable && value !== undefined);
  const unnoticed = unnoticedSettings(app, own);
  const addressVariables = [...new Set(addressSettings(own))].flatMap((setting): readonly AddressVariable[] => {
    const { env: name, portEnv: port } = app.behaviour.settings[setting] ?? {};
    const to = addressedBy(app, own, setting);
    if (name === undefined || to === undefined || !isSet(name)) return [];
    const isUnnoticed = unnoticed.includes(setting) ? { isUnnoticed: true as const } : {};
    return [{ name, ...(port !== undefined && isSet(port) ? { port } : {}), to, ...isUnnoticed }];
  });
  return addressVariables.length === 0 ? {} : { addressVariables };
};

const dataOf = ({ values }: AppDescription, configMap: string): Readonly<Record<string, string>> =>
  values.configMaps?.find(({ name }) => name === configMap)?.data ?? {};

const variablesOf = ({ behaviour }: AppDescription, names: readonly string[]): readonly string[] =>
  [...new Set(names)].flatMap((name) => behaviour.settings[name]?.env ?? []);

const mountedConfigMapsOf = (
  app: AppDescription,
  component: ComponentValues,
  own: ProgramComponent | undefined,
): AppComponent["configMaps"] =>
  [component, ...(component.initContainers ?? [])]
    .flatMap(({ mounts = [] }) => mounts)
    .flatMap((mount) => {
      if (!("configMap" in mount)) return [];
      const data = dataOf(app, mount.configMap);
      const addresses = own === undefined ? [] : settingsIn(app, addressSettings(own), mount);
      const unnoticed = own === undefined ? [] : settingsIn(app, unnoticedSettings(app, own), mount);
      const settings = own === undefined ? [] : settingsIn(app, [...portSettings(own), ...addressSettings(own)], mount);
      const keys = mount.key === undefined ? Object.keys(data) : [mount.key];
      return [
        {
          name: mount.configMap,
          keys,
          ...(settings.length === 0 ? {} : { settings }),
          ...(addresses.length === 0 ? {} : { addresses }),
          ...(unnoticed.length === 0 ? {} : { unnoticed }),
        },
      ];
    });

const portSettings = ({ program: { listens } }: ProgramComponent): readonly string[] => (listens === undefined ? [] : [listens.port]);

/** Paths of those settings that stand in the files of a mount. */
const settingsIn = ({ behaviour }: AppDescription, names: readonly string[], mount: MountValues): readonly string[] => {
  const read = [...new Set(names)].map((name) => behaviour.settings[name]);
  const isIn = (file: string | undefined) => file === mount.path || file?.startsWith(`${mount.path}/`);
  return read.flatMap((source) => (source?.path !== undefined && isIn(source.file) ? [source.path] : []));
};
