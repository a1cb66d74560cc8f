import type { World } from "../../kernel/world.ts";
import { busyMachines, busyProgram } from "../../machines/busy-programs.ts";
import { machineCores } from "../../machines/machines.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { BUSY_THREADS, processStates } from "../../processes/process-state.ts";
import { backlogOf } from "../evaluation/backlogs.ts";
import { capacityOf, cpuLimitOf } from "../evaluation/capacity.ts";
import type { Demand } from "../evaluation/evaluation.ts";
import type { Amounts } from "../evaluation/kept-amounts.ts";
import { type ControlGroup, coresByTask, withWish } from "./control-group.ts";
import { type ContainerWish, machineGroups, SERVICES_CORES } from "./machine-groups.ts";

/** Processors of the machines, as what runs on them shares them. */
export interface Processors {
  /** Cores that a process gets if it wants all that it may use. */
  coresOf(process: Process): number;
  /** Share of the cores that the requests for a process ask for which it gets; 1 where nobody goes short. */
  shareGiven(process: Process): number;
  /** Machines on which somebody gets less than it could use, or whose cores something else than requests keeps busy. */
  watched(): readonly Machine[];
}

/** A machine whose processor is shared. */
export interface Machine {
  readonly node: string;
  readonly cores: number;
  readonly wishes: readonly ContainerWish[];
  /** Cores that its own busy program wants. */
  readonly busyProgram: number;
  readonly groups: ControlGroup;
  /** Cores that each task gets. */
  readonly given: ReadonlyMap<string, number>;
}

/** Shares the machines' processors among what is demanded; looked at where somebody asks. */
export const createProcessors = (world: World, demand: ReadonlyMap<string, Demand>, backlogs: Amounts): Processors => {
  let found: ReadonlyMap<string, Machine> | undefined;
  const machines = (): ReadonlyMap<string, Machine> => {
    found ??= findMachines(world, demand, backlogs);
    return found;
  };
  const known = new Map<string, number>();
  return {
    coresOf: (process) => {
      const machine = machines().get(nodeOf(process));
      const most = cpuLimitOf(process);
      if (machine === undefined) return most;
      const cores = known.get(process.key) ?? coresIfGreedy(machine, process.key, most);
      known.set(process.key, cores);
      return cores;
    },
    shareGiven: (process) => {
      const given = machines().get(nodeOf(process))?.given.get(process.key);
      const asked = demand.get(process.key)?.cpuCores;
      return given === undefined || asked === undefined ? 1 : Math.min(1, given / asked);
    },
    watched: () => [...machines().values()],
  };
};

const nodeOf = ({ start }: Process): string => start.pod.spec.nodeName ?? "";

/** Cores that a process gets if it wants this many while all others want what they do. */
const coresIfGreedy = ({ cores, groups }: Machine, task: string, most: number): number =>
  coresByTask(cores, withWish(groups, task, most)).get(task) ?? most;

const findMachines = (world: World, demand: ReadonlyMap<string, Demand>, backlogs: Amounts): ReadonlyMap<string, Machine> => {
  const machines = new Map<string, Machine>();
  const busy = busyByProcess(world);
  const own = busyMachines(world);
  if (demand.size === 0 && busy.size === 0 && own.length === 0) return machines;
  const wishes = wishesByNode(world, { demand, backlogs, busy });
  for (const node of new Set([...wishes.keys(), ...own])) {
    const cores = machineCores(world, node);
    if (cores === undefined) continue;
    const load = { cores, wishes: wishes.get(node) ?? [], busyProgram: busyProgram(world, node)?.cores ?? 0 };
    if (!isWatched(load)) continue;
    const groups = machineGroups(world, node, load);
    machines.set(node, { node, ...load, groups, given: coresByTask(cores, groups) });
  }
  return machines;
};

/** True where anybody may get less than it could use, or something else than requests is at work. */
const isWatched = ({ cores, wishes, busyProgram: own }: Pick<Machine, "cores" | "wishes" | "busyProgram">): boolean => {
  let wanted = SERVICES_CORES + own;
  let most = 0;
  for (const wish of wishes) {
    if (wish.busy > 0) return true;
    wanted += wish.wanted;
    most = Math.max(most, cpuLimitOf(wish.process) - wish.wanted);
  }
  return own > 0 || wanted + most > cores;
};

interface Wanted {
  readonly demand: ReadonlyMap<string, Demand>;
  readonly backlogs: Amounts;
  readonly busy: ReadonlyMap<string, number>;
}

const wishesByNode = (world: World, { demand, backlogs, busy }: Wanted): ReadonlyMap<string, readonly ContainerWish[]> => {
  const processes = world.map<Process>(PROCESSES);
  const wishes = new Map<string, ContainerWish[]>();
  const add = (key: string, asked: Demand | undefined): void => {
    const process = processes.get(key);
    if (process === undefined) return;
    const wish = { process, wanted: asked === undefined ? 0 : wantedBy(process, asked, backlogs), busy: busy.get(key) ?? 0 };
    const node = nodeOf(process);
    const known = wishes.get(node);
    if (known === undefined) wishes.set(node, [wish]);
    else known.push(wish);
  };
  for (const [key, asked] of demand) add(key, asked);
  for (const key of busy.keys()) if (!demand.has(key)) add(key, undefined);
  return wishes;
};

/** Cores that the requests for a process would use if it had its machine to itself. */
const wantedBy = (process: Process, asked: Demand, backlogs: Amounts): number => {
  const { app } = process;
  const cores = cpuLimitOf(process);
  const waiting = backlogOf(backlogs, process);
  if (asked.clients !== undefined && asked.rate > 0) {
    const wanted = asked.clients.reduce((sum, { rate }) => sum + rate, 0);
    return Math.min(cores, (wanted * asked.cpuCores) / asked.rate);
  }
  if (app === undefined || (waiting === 0 && app.behaviour.heap === undefined)) return Math.min(cores, asked.cpuCores);
  const { perS, cpuMs } = capacityOf(process, app, asked, { waiting, cores });
  return Math.min(cores, ((waiting > 0 ? perS : Math.min(perS, asked.rate)) * cpuMs) / 1000);
};

/** Processes of containers that compute without a pause, by the container's. */
const busyByProcess = (world: World): ReadonlyMap<string, number> =>
  new Map(processStates<number>(world, BUSY_THREADS).map(([instance, threads]) => [instance.slice(0, instance.lastIndexOf("@")), threads]));
