import { keepFor } from "#core/keep-for.ts";
import { parseAddress } from "./address.ts";
import type { CallBehaviour, OperationBehaviour, ProgramBehaviour, ServiceCall } from "./behaviour.ts";
import { isLookUp, isServiceCall, usesOwnStore, writesAtAddress, writesOwnStore } from "./call-kinds.ts";
import { type AppDescription, componentAt, programOf, settingOf } from "./component-program.ts";
import { listenPort } from "./listen-port.ts";
import type { ComponentValues } from "./manifest-values.ts";
import { operatedComponents } from "./operated-components.ts";

/** A component that runs one of the app's own programs. */
export interface ProgramComponent {
  readonly component: ComponentValues;
  readonly name: string;
  readonly program: ProgramBehaviour;
}

/** The components that run the app's own programs, in the chart's order. */
export const programComponents = keepFor(({ behaviour, values }: AppDescription): readonly ProgramComponent[] =>
  values.components.flatMap((component) => {
    const name = programOf(behaviour, component);
    const program = name === undefined ? undefined : behaviour.programs[name];
    return name === undefined || program === undefined ? [] : [{ component, name, program }];
  }),
);

/** The port on which a component's program listens, as its settings say; undefined where it listens nowhere. */
export const listeningPort = (app: AppDescription, { component, program: { listens } }: ProgramComponent): number | undefined =>
  listens === undefined ? undefined : listenPort(settingOf(app, component, listens.port));

/** All calls of an operation, those that run at once in the order in which they are written. */
export const callsOf = ({ calls }: OperationBehaviour): readonly CallBehaviour[] =>
  calls.flatMap((call) => ("parallel" in call ? call.parallel : [call]));

/** The component whose Service a setting of the caller names; undefined where it names none. */
export const addressedBy = (app: AppDescription, caller: ProgramComponent, setting: string): string | undefined => {
  const known = addressees(app);
  const key = `${caller.component.name} ${setting}`;
  if (!known.has(key)) known.set(key, componentAt(app.values, parseAddress(settingOf(app, caller.component, setting), 0).host)?.name);
  return known.get(key);
};

/** Components by the caller and its setting: each is asked for by every component, and a setting may stand deep in a file. */
const addressees = keepFor((_app: AppDescription) => new Map<string, string | undefined>());

/** The component that serves a call, found by DNS or by the registry. */
export const calleeOf = (app: AppDescription, caller: ProgramComponent, call: ServiceCall): ProgramComponent | undefined => {
  const named = programComponents(app).filter(({ name }) => name === call.to);
  if (call.address === undefined) return named[0];
  const host = addressedBy(app, caller, call.address);
  return named.find(({ component }) => component.name === host);
};

/** The component that keeps a program's data. */
export const storeOf = (app: AppDescription, caller: ProgramComponent): string | undefined =>
  caller.program.store === undefined ? undefined : addressedBy(app, caller, caller.program.store.address);

/** Components that an operation passes, depth first, the caller's own first. */
export const passedBy = (app: AppDescription, caller: ProgramComponent, operation: string): readonly string[] => {
  const found = caller.program.operations[operation];
  const calls = found === undefined ? [] : callsOf(found);
  return [...new Set([caller.component.name, ...calls.flatMap((call) => passedByCall(app, caller, call))])];
};

const passedByCall = (app: AppDescription, caller: ProgramComponent, call: CallBehaviour): readonly string[] => {
  if (!isServiceCall(call)) {
    const passed = [
      ...(isLookUp(call) ? [addressedBy(app, caller, call.address)] : []),
      ...(usesOwnStore(call) ? [storeOf(app, caller)] : []),
      ...(call.kind === "publish"
        ? consumersOf(app, call.topic).flatMap((consumer) => passedBy(app, consumer, operationOf(consumer)))
        : []),
    ];
    return passed.flatMap((name) => (name === undefined ? [] : [name, ...neededBy(app, name)]));
  }
  const callee = calleeOf(app, caller, call);
  return callee === undefined ? [] : passedBy(app, callee, call.operation);
};

/** Components without which one that an operator made cannot work. */
const neededBy = ({ values }: AppDescription, name: string): readonly string[] =>
  operatedComponents(values).find((component) => component.name === name)?.needs ?? [];

/** The components whose programs read a topic. */
const consumersOf = (app: AppDescription, topic: string): readonly ProgramComponent[] =>
  programComponents(app).filter(({ program }) => program.consumes?.topic === topic);

const operationOf = ({ program }: ProgramComponent): string => program.consumes?.operation ?? "";

/** Loss of a component, or of its Service's name alone: those who know its pods' addresses from a registry still reach it then. */
export interface Loss {
  readonly component: string;
  readonly isOfName: boolean;
  /** True: it is there, and refuses what is written into it. Missing: false. */
  readonly isOfWrites?: true;
  /** Component to whose calls alone it is lost; missing: to all. */
  readonly caller?: string;
}

/** Share (0..1) of an operation's requests that fail by a loss. */
export const failureShare = (app: AppDescription, caller: ProgramComponent, operation: string, loss: Loss): number => {
  if (caller.component.name === loss.component && !loss.isOfName) return 1;
  const found = caller.program.operations[operation];
  const calls = found === undefined ? [] : callsOf(found);
  return 1 - calls.reduce((served, call) => served * (1 - failureOfCall(app, caller, call, loss)), 1);
};

const failureOfCall = (app: AppDescription, caller: ProgramComponent, call: CallBehaviour, loss: Loss): number => {
  const isLost = loss.caller === undefined || loss.caller === caller.component.name;
  if (!isServiceCall(call)) {
    const failureOf = loss.isOfWrites === true ? failureOfWrite : failureOfProduct;
    return isLost ? failureOf(app, caller, call, loss.component) : 0;
  }
  const callee = calleeOf(app, caller, call);
  if (callee === undefined || call.onError === "degrade") return 0;
  return isLost && callee.component.name === loss.component && call.address !== undefined
    ? 1
    : failureShare(app, callee, call.operation, loss);
};

const failureOfProduct = (
  app: AppDescription,
  caller: ProgramComponent,
  call: Exclude<CallBehaviour, ServiceCall>,
  away: string,
): number => {
  if (call.kind === "publish" && call.product === "kafka") return 0;
  if (isLookUp(call) && addressedBy(app, caller, call.address) === away)
    return call.kind === "cache" && call.onError === "fall-through" ? 0 : 1;
  if (call.kind === "key-value" || call.kind === "publish" || storeOf(app, caller) !== away) return 0;
  return call.kind === "store" || call.mode === "write-through" ? 1 : 1 - call.hitRatio;
};

const failureOfWrite = (
  app: AppDescription,
  caller: ProgramComponent,
  call: Exclude<CallBehaviour, ServiceCall>,
  keeper: string,
): number => {
  if (isLookUp(call) && addressedBy(app, caller, call.address) === keeper)
    return writesAtAddress(call) && !(call.kind === "cache" && call.onError === "fall-through") ? 1 : 0;
  return writesOwnStore(call) && storeOf(app, caller) === keeper ? 1 : 0;
};
