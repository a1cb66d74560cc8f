import { keepFor } from "#core/keep-for.ts";
import { calleeOf, callsOf, type ProgramComponent, programComponents } from "./call-graph.ts";
import { isServiceCall } from "./call-kinds.ts";
import { type AppDescription, componentAt } from "./component-program.ts";

/** Work that an app's load makes for a program. */
interface WorkAtLoad {
  /** Requests that all its replicas serve together, 1/s. */
  readonly callsPerS: number;
  /** CPU that they need together, millicores, without that of their start and of collections. */
  readonly cpuMilli: number;
}

/** Work of the app's own programs at the load, by the components' names. */
export const workAtLoad = keepFor((app: AppDescription): ReadonlyMap<string, WorkAtLoad> => {
  const { rps, service, operations } = app.behaviour.load;
  const work = new Map<string, WorkAtLoad>();
  const serve = (own: ProgramComponent, operation: string, rate: number): void => {
    const found = own.program.operations[operation];
    if (found === undefined) return;
    const { callsPerS, cpuMilli } = work.get(own.component.name) ?? NO_WORK;
    work.set(own.component.name, { callsPerS: callsPerS + rate, cpuMilli: cpuMilli + rate * found.cpuMs });
    for (const call of callsOf(found).filter(isServiceCall)) {
      const callee = calleeOf(app, own, call);
      if (callee !== undefined) serve(callee, call.operation, rate);
    }
  };
  for (const { name, share, entry } of operations) {
    const component = componentAt(app.values, entry?.service ?? service);
    const own = programComponents(app).find((other) => other.component === component);
    if (own !== undefined) serve(own, name, share * rps);
  }
  return work;
});

/** Work of what no request reaches. */
export const NO_WORK: WorkAtLoad = { callsPerS: 0, cpuMilli: 0 };
