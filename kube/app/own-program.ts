import type { AppComponent } from "./app.ts";
import { listeningPort, type ProgramComponent, storeOf } from "./call-graph.ts";
import { type AppDescription, executableOf, imageOf } from "./component-program.ts";
import { DEFAULT_PORTS } from "./default-ports.ts";
import type { ComponentValues } from "./manifest-values.ts";

/** Facts of a component's own program: where it is, what else its image holds, the store that it needs, and where it speaks gRPC. */
export const ownProgram = (
  app: AppDescription,
  component: ComponentValues,
  own: ProgramComponent | undefined,
): Pick<AppComponent, "program" | "siblingPrograms" | "storeSetting" | "table" | "grpcPort"> => ({
  ...storeSettingOf(app, own),
  ...tableOf(app, own),
  ...programPathOf(app, component),
  siblingPrograms: siblingsOf(app, component),
  ...grpcPortOf(app, own),
});

const programPathOf = ({ behaviour }: AppDescription, component: ComponentValues): Pick<AppComponent, "program"> => {
  const [image, executable] = [imageOf(behaviour.images, component), executableOf(behaviour, component)];
  return image === undefined || executable === undefined ? {} : { program: `${image.folder}/${executable}` };
};

const siblingsOf = (app: AppDescription, component: ComponentValues): readonly string[] => {
  const { behaviour, values } = app;
  const image = imageOf(behaviour.images, component);
  const run = values.components
    .filter((other) => imageOf(behaviour.images, other) === image)
    .map((other) => executableOf(behaviour, other));
  const all = [...run.filter((name) => name !== undefined), ...Object.keys(image?.programs ?? {})];
  const own = executableOf(behaviour, component);
  return image === undefined ? [] : [...new Set(all)].filter((name) => name !== own);
};

const storeSettingOf = (app: AppDescription, own: ProgramComponent | undefined): Pick<AppComponent, "storeSetting"> => {
  const store = own?.program.store;
  const host = own === undefined ? undefined : storeOf(app, own);
  if (store === undefined || host === undefined || store.kind === "key-value") return {};
  const needsIt = store.kind === "sql" ? store.atStart === "exit" : store.atStart === undefined || store.atStart === "exit";
  return needsIt
    ? { storeSetting: { name: store.address, host, port: DEFAULT_PORTS[store.kind === "sql" ? store.product : "mongodb"] } }
    : {};
};

const tableOf = (app: AppDescription, own: ProgramComponent | undefined): Pick<AppComponent, "table"> => {
  const store = own?.program.store;
  const host = own === undefined ? undefined : storeOf(app, own);
  return store?.kind === "sql" && host !== undefined ? { table: { name: store.table, store: host, product: store.product } } : {};
};

const grpcPortOf = (app: AppDescription, own: ProgramComponent | undefined): Pick<AppComponent, "grpcPort"> => {
  const grpcPort = own?.program.listens?.protocol === "grpc" ? listeningPort(app, own) : undefined;
  return grpcPort === undefined ? {} : { grpcPort };
};
