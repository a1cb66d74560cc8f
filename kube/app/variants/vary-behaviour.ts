import type { AppBehaviour, ImageBehaviour, ProgramBehaviour } from "../behaviour.ts";
import { programComponents } from "../call-graph.ts";
import { type AppDescription, componentAt } from "../component-program.ts";
import { portIn } from "./draw-ports.ts";
import type { Variation } from "./draw-variation.ts";

/** The description of an app's programs in the words of a variant. */
export const varyBehaviour = (app: AppDescription, variation: Variation): AppBehaviour => {
  const { behaviour } = app;
  const { load } = behaviour;
  return {
    ...behaviour,
    namespace: variation.names.namespace,
    load: {
      ...load,
      ...varyAddress(app, load, variation),
      ...(load.flagd === undefined ? {} : { flagd: varyAddress(app, load.flagd, variation) }),
      operations: load.operations.map((operation) => varyEntry(app, operation, variation)),
    },
    images: behaviour.images.map((image) => varyImage(image, variation)),
    settings: Object.fromEntries(
      Object.entries(behaviour.settings).map(([name, source]) => [name, variation.settings.source(source, name)]),
    ),
    programs: Object.fromEntries(
      Object.entries(behaviour.programs).map(([name, program]) => [name, varyProgram(app, name, program, variation)]),
    ),
  };
};

const varyEntry = (app: AppDescription, operation: UserOperation, variation: Variation): UserOperation =>
  operation.entry === undefined ? operation : { ...operation, entry: varyAddress(app, operation.entry, variation) };

interface Address {
  readonly service: string;
  readonly port: number;
}

const varyAddress = (app: AppDescription, { service, port }: Address, { names, ports }: Variation): Address => ({
  service: names.components.get(service) ?? service,
  port: portIn(ports, componentAt(app.values, service)?.name ?? service, port),
});

type UserOperation = AppBehaviour["load"]["operations"][number];

const varyImage = (image: ImageBehaviour, { images, settings }: Variation): ImageBehaviour => {
  const references = image.tags.map((tag) => images.get(`${image.repository}:${tag}`) ?? `${image.repository}:${tag}`);
  const split = references.map((reference) => reference.lastIndexOf(":"));
  return {
    ...image,
    repository: references[0]?.slice(0, split[0]) ?? image.repository,
    tags: references.map((reference, i) => reference.slice((split[i] as number) + 1)),
    files: settings.builtInFiles(image.files),
  };
};

const varyProgram = (
  app: AppDescription,
  name: string,
  program: ProgramBehaviour,
  { names, ports, stores }: Variation,
): ProgramBehaviour => {
  const component = programComponents(app).find((runner) => runner.name === name)?.component.name;
  if (component === undefined) return program;
  const { store, registry, metrics } = program;
  return {
    ...program,
    ...(registry === undefined ? {} : { registry: { ...registry, name: names.registered.get(component) ?? registry.name } }),
    ...(store?.kind === "document" ? { store: { ...store, ...stores.get(name) } } : {}),
    ...(metrics === undefined ? {} : { metrics: { ...metrics, port: portIn(ports, component, metrics.port) } }),
  };
};
