import type { Rng } from "#core/rng.ts";
import { listeningPort, programComponents } from "../call-graph.ts";
import { type AppDescription, componentAt } from "../component-program.ts";
import type { VariantStyles } from "./variant-styles.ts";

/** Ports of a variant's components: the new number by the component's published name and the published number. */
export type VariantPorts = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Draws the ports of the app's own programs: one for the entry, consecutive ones for the rest, others for the exporters. */
export const drawPorts = (app: AppDescription, { ports }: VariantStyles, rng: Rng): VariantPorts => {
  const entry = componentAt(app.values, app.behaviour.load.service);
  const entryPort = rng.stream("entry").pick(ports.entry);
  let next = rng.stream("programs").pick(ports.programs);
  let nextExporter = rng.stream("exporters").pick(ports.exporters);
  const result = new Map<string, ReadonlyMap<number, number>>();
  for (const listener of rng.stream("order").shuffle(programComponents(app))) {
    const { component, program } = listener;
    const own = listeningPort(app, listener);
    const drawn = new Map(own === undefined ? [] : [[own, component === entry ? entryPort : next++]]);
    if (program.metrics !== undefined) drawn.set(program.metrics.port, nextExporter++);
    result.set(component.name, drawn);
  }
  return result;
};

/** The number of a component's port in a variant; ports that are not drawn keep theirs. */
export const portIn = (ports: VariantPorts, component: string, port: number): number => ports.get(component)?.get(port) ?? port;
