import type { Clock } from "#core/clock.ts";
import { invariant } from "#core/invariant.ts";
import { within } from "#core/work-budget.ts";
import type {
  ApiResponse,
  AttachRequest,
  ClusterPort,
  ExecRequest,
  ExecResult,
  NodeCommand,
  ReadRequest,
  WriteRequest,
} from "#kube/ports/cluster-port.ts";
import type { DisturbPort } from "#kube/ports/disturb-port.ts";
import type { ProbeRequest } from "#kube/ports/probe.ts";
import type { TelemetryRequest } from "#kube/ports/telemetry-port.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";
import type { ApiAnswer } from "./apiserver/http/api-request.ts";
import type { UserInfo } from "./apiserver/http/client.ts";
import { handle } from "./apiserver/http/handle.ts";
import { requestInfo } from "./apiserver/http/request-info.ts";
import { connectionProblem } from "./apiserver/http/subresources/connection.ts";
import { writtenText } from "./apiserver/http/wire/respond.ts";
import { refuseAccess } from "./apiserver/policy/rbac/refuse-access.ts";
import { getObject, resourceRevision } from "./apiserver/store/store.ts";
import { withManagedFields } from "./apiserver/write/apply/show-managed-fields.ts";
import { PLATFORM_ONCALL } from "./bootstrap/team-access.ts";
import { keepBusy } from "./flow/keep-busy.ts";
import { setLoadFactor } from "./flow/load.ts";
import type { World } from "./kernel/world.ts";
import { attachSteps, execSteps } from "./kubelet/exec/exec-in-container.ts";
import { startKubelet, stopKubelet } from "./kubelet/node/control-kubelet.ts";
import { disturbLink } from "./network/disturbed-links.ts";
import { probeWorld } from "./network/http/probe-world.ts";
import { nodeSteps } from "./node-commands/node-steps.ts";
import { findProcess } from "./processes/process-keys.ts";
import { exitProcess } from "./processes/process-life.ts";
import { pushImage } from "./programs/catalogue/pushed-images.ts";
import { queryTelemetry } from "./telemetry/query-telemetry.ts";
import { CALL_UNITS, QUERY_UNITS, type WorkMeter } from "./work-meter.ts";

/**
 * Port to a simulated cluster for one user. Each call runs to completion before its promise is made, so an episode is deterministic as long
 * as calls do not race. An exception is a defect of kubedrill or a WorkLimitError, and never an answer of the cluster.
 * @param meter bounds the work that is done through it; missing: it has no bounds
 */
export const createSimPort = (world: World, user: UserInfo, meter: WorkMeter = UNMETERED): ClusterPort => ({
  clock: createSimClock(world, meter),
  read: async ({ path, query = {}, as, managedFields }: ReadRequest): Promise<ApiResponse> => {
    const given = handle(world, { method: "GET", path, query, user, ...(as === "table" && { as }) });
    await meter.spend(CALL_UNITS.read + sizeOf(given) / ITEMS_PER_UNIT);
    if (as === "text") return asText(world, path, given);
    return managedFields ? withManagers(world, given) : given;
  },
  write: async ({ method, path, query = {}, body, patchType, fieldManager, as, managedFields }: WriteRequest): Promise<ApiResponse> => {
    await meter.spend(CALL_UNITS.write);
    const given = interpret(meter, () =>
      handle(world, { method, path, query, body, user, ...(patchType && { patchType }), ...(fieldManager && { fieldManager }) }),
    );
    if (as === "text") return asText(world, path, given);
    return managedFields ? withManagers(world, given) : given;
  },
  exec: async (request: ExecRequest) =>
    refuseStream(world, user, request, "exec") ?? (await metered(world, execSteps(world, request), meter)),
  attach: async (request: AttachRequest) =>
    refuseStream(world, user, request, "attach") ?? (await metered(world, attachSteps(world, request), meter)),
  query: async (request: TelemetryRequest) => {
    await meter.spend(CALL_UNITS.query);
    return interpret(meter, () => queryTelemetry(world, request));
  },
  probe: async (request: ProbeRequest) => {
    await meter.spend(CALL_UNITS.probe);
    return probeWorld(world, request);
  },
  revision: (resource) => (resource === undefined ? world.revision() : resourceRevision(world, resource)),
  moment: () => world.moment(),
  disturb: createDisturbPort(world),
  ...(user.groups.some((group) => NODE_ADMINS.has(group)) && {
    runOnNode: async (command: NodeCommand) => {
      await meter.spend(CALL_UNITS.exec);
      const steps = nodeSteps(world, command);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        const turn = meter.spend(step.value / TURNS_PER_UNIT);
        if (turn !== undefined) await turn;
      }
    },
  }),
});

/** Number of objects or rows of an answer. */
const sizeOf = ({ body }: ApiAnswer): number => {
  const { items, rows } = body as { readonly items?: readonly unknown[]; readonly rows?: readonly unknown[] };
  return (items ?? rows)?.length ?? 0;
};

/** Number of objects in a list that cost as much as an event. */
const ITEMS_PER_UNIT = 16;

/** Runs what reads a text of the caller: a query, or a write with the expressions that check it. */
const interpret = <T>(meter: WorkMeter, run: () => T): T =>
  meter.interpret === undefined ? within(QUERY_UNITS, run) : meter.interpret(run);

const UNMETERED: WorkMeter = { spend: () => undefined };

/** Runs what stops after each event, and books the events. */
const metered = async (world: World, steps: Generator<void, ExecResult>, meter: WorkMeter): Promise<ExecResult> => {
  await meter.spend(CALL_UNITS.exec);
  for (;;) {
    const before = world.eventsSoFar();
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = meter.spend(world.eventsSoFar() - before);
    if (turn !== undefined) await turn;
  }
};

/** Groups with root access to machines. */
const NODE_ADMINS: ReadonlySet<string> = new Set(["system:masters", PLATFORM_ONCALL]);

/** Server's refusal of a stream to a pod: without permission, or by admission. */
const refuseStream = (
  world: World,
  user: UserInfo,
  request: AttachRequest & Partial<Pick<ExecRequest, "command">>,
  kind: "attach" | "exec",
): ExecResult | undefined => {
  const { namespace, pod, container, command, stdin } = request;
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/${kind}`;
  const refusal = refuseAccess(world, user, requestInfo("POST", path, {}), path);
  const ended = { exitCode: undefined, stdout: "", stderr: "" };
  if (refusal !== undefined) return { ...ended, error: `Error from server (Forbidden): ${refusal.message}` };
  const options = { stdin: stdin !== undefined, stdout: true, stderr: true, container, command };
  const status = connectionProblem(world, user, { row: "pods", subresource: kind, namespace, name: pod, options });
  return status && { ...ended, error: status.message ?? "", status };
};

/** A success as the server writes it. */
const asText = (world: World, path: string, given: ApiAnswer): ApiAnswer =>
  given.status >= 300 || typeof given.body === "string" ? given : { ...given, body: writtenText(world, path, given.body) };

/** The objects of a success with their managedFields. */
const withManagers = (world: World, given: ApiAnswer): ApiAnswer => {
  if (given.status >= 300 || typeof given.body === "string") return given;
  const { items } = given.body as KubeList;
  if (!Array.isArray(items)) return { ...given, body: withManagedFields(world, given.body as KubeObject) };
  return { ...given, body: { ...(given.body as KubeList), items: items.map((item) => withManagedFields(world, item)) } };
};

const createSimClock = (world: World, meter: WorkMeter): Clock => ({
  nowMs: () => world.nowMs(),
  sleep: async (ms) => await advance(world, world.nowMs() + ms, meter),
  until: async (predicate, { timeoutMs, everyMs }) => {
    const deadlineMs = world.nowMs() + timeoutMs;
    if (await predicate()) return true;
    let revision = world.revision();
    for (;;) {
      let before = world.eventsSoFar();
      if (!world.runNext(deadlineMs)) break;
      // All that happens until the next question.
      const lastMs = everyMs === undefined ? Number.NEGATIVE_INFINITY : Math.min(deadlineMs, world.nowMs() + everyMs);
      do {
        const turn = meter.spend(world.eventsSoFar() - before);
        if (turn !== undefined) await turn;
        before = world.eventsSoFar();
      } while (world.runNext(lastMs));
      if (world.revision() === revision) continue;
      revision = world.revision();
      if (await predicate()) return true;
    }
    await advance(world, deadlineMs, meter);
    return await predicate();
  },
});

const advance = async (world: World, untilMs: number, meter: WorkMeter): Promise<void> => {
  for (;;) {
    const before = world.eventsSoFar();
    const isThere = world.advance(untilMs, SLICE_EVENTS);
    const turn = meter.spend(world.eventsSoFar() - before);
    if (turn !== undefined) await turn;
    if (isThere) return;
  }
};

/** Turns of processes on a node that are as much work as an event. */
const TURNS_PER_UNIT = 2;

/** Number of events after which others may have a turn: a few milliseconds of work. */
const SLICE_EVENTS = 8;

const createDisturbPort = (world: World): DisturbPort => ({
  kubelet: async (node, state) => {
    invariant(getObject(world, "nodes", undefined, node) !== undefined, `there is no node ${node}`);
    if (state === "stopped") stopKubelet(world, node);
    else startKubelet(world, node);
  },
  load: async (factor) => setLoadFactor(world, factor),
  link: async (ends, quality) => disturbLink(world, ends, quality),
  kill: async ({ namespace, pod, container }) => {
    const process = findProcess(world, `${namespace}/${pod}/${container}`);
    if (process !== undefined) exitProcess(world, process, KILLED);
  },
  image: async (build) => pushImage(world, build),
  cpu: async (node, cores) => {
    invariant(getObject(world, "nodes", undefined, node) !== undefined, `there is no node ${node}`);
    keepBusy(world, node, cores);
  },
});

/** End of a process by SIGKILL. */
const KILLED = { exitCode: 137, reason: "Error" } as const;
