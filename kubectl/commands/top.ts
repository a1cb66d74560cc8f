import { formatGoDuration } from "#core/go-duration.ts";
import { parseTimestamp } from "#core/timestamp.ts";
import { parseQuantity } from "#kube/objects/quantity.ts";
import { findResource, type ResourceRow } from "#kube/objects/resources.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Pod } from "#kube/types/pod.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { renderTable } from "../print/render-table.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

interface Usage {
  readonly cpu?: string;
  readonly memory?: string;
}

interface PodMetrics {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly containers: readonly { readonly name: string; readonly usage: Usage }[];
}

interface NodeMetrics {
  readonly metadata: { readonly name: string };
  readonly usage: Usage;
}

const METRICS = "/apis/metrics.k8s.io/v1beta1";

/** `kubectl top pod`. */
export const topPodCommand: Command = defineCommand({
  path: "top pod",
  aliases: ["top pods", "top po"],
  usage: "[NAME | -l label]",
  flags: flagTable(
    "all-namespaces,A bool",
    "selector,l string",
    "field-selector string",
    "containers bool",
    "no-headers bool",
    "sort-by string",
    "sum bool",
    "show-swap bool",
    "use-protocol-buffers bool",
  ),
  run: async (session) => {
    await requireMetrics(session, "pod [NAME | -l label]", "only one of NAME or selector can be provided");
    const query = selectorsOf(session);
    const name = session.args.words[0];
    if (name !== undefined)
      return printPods(session, [await session.read<PodMetrics>({ path: `${metricsPath(session)}/${name}`, query: {} })]);
    const { items } = await session.read<{ items: readonly PodMetrics[] }>({ path: metricsPath(session), query });
    if (items.length > 0) return printPods(session, items);
    await explainNoPods(session, query);
  },
});

/** `kubectl top node`. */
export const topNodeCommand: Command = defineCommand({
  path: "top node",
  aliases: ["top nodes", "top no"],
  usage: "[NAME | -l label]",
  flags: flagTable(
    "selector,l string",
    "no-headers bool",
    "sort-by string",
    "show-capacity bool",
    "show-swap bool",
    "use-protocol-buffers bool",
  ),
  run: async (session) => {
    await requireMetrics(session, "node [NAME | -l label]", "only one of NAME or --selector can be provided");
    const name = session.args.words[0];
    const query = selectorsOf(session);
    const metrics =
      name === undefined
        ? (await session.read<{ items: readonly NodeMetrics[] }>({ path: `${METRICS}/nodes`, query })).items
        : [await session.read<NodeMetrics>({ path: `${METRICS}/nodes/${name}` })];
    if (metrics.length === 0) throw new CommandFailure("metrics not available yet");
    const row = findResource("nodes") as ResourceRow;
    printNodes(
      session,
      metrics,
      name === undefined ? await session.list<Node>(row, undefined, query) : [await session.get<Node>(row, name, "")],
    );
  },
});

/** Checks arguments, sorting and then the metrics API, in kubectl's order. */
const requireMetrics = async (session: Session, synopsis: string, clash: string): Promise<void> => {
  const { args } = session;
  const command = synopsis.split(" ")[0];
  if (args.words.length > 1)
    throw new CommandFailure(`error: ${synopsis}\nSee 'kubectl top ${command} -h' for help and examples`, { complete: true });
  if (args.words.length === 1 && args.text("selector")) throw new CommandFailure(clash);
  const sortBy = args.text("sort-by");
  if (sortBy && sortBy !== "cpu" && sortBy !== "memory") throw new CommandFailure("--sort-by accepts only cpu or memory");
  const response = await session.cluster.read({ path: METRICS });
  if (response.status === 404) throw new CommandFailure("Metrics API not available");
};

const selectorsOf = ({ args }: Session): Readonly<Record<string, string>> => ({
  ...(args.text("selector") && { labelSelector: args.text("selector") as string }),
  ...(args.text("field-selector") && { fieldSelector: args.text("field-selector") as string }),
});

const metricsPath = (session: Session): string => `${METRICS}${session.allNamespaces ? "" : `/namespaces/${session.namespace}`}/pods`;

/** Fails for the first pod that should have metrics by now; otherwise prints that there are no resources. */
const explainNoPods = async (session: Session, query: Readonly<Record<string, string>>): Promise<void> => {
  const pods = await session.list<Pod>(findResource("pods") as ResourceRow, session.allNamespaces ? undefined : session.namespace, query);
  for (const { metadata } of pods) {
    const ageMs = session.nowMs() - (parseTimestamp(metadata.creationTimestamp ?? "") ?? session.nowMs());
    if (ageMs > SILENT_MS)
      throw new CommandFailure(`Metrics not available for pod ${metadata.namespace}/${metadata.name}, age: ${formatGoDuration(ageMs)}`);
  }
  session.note(session.allNamespaces ? "No resources found" : `No resources found in ${session.namespace} namespace.`);
};

const SILENT_MS = 120_000;

const nanosOf = (quantity: string | undefined): bigint => parseQuantity(quantity ?? "0")?.nanos ?? 0n;

/** Converts to millicores, rounded up like a quantity's milli value. */
const milliCores = (nanos: bigint): number => Number((nanos + 999_999n) / 1_000_000n);
const bytesOf = (nanos: bigint): number => Number((nanos + 999_999_999n) / 1_000_000_000n);
const mebibytes = (nanos: bigint): string => `${Math.floor(bytesOf(nanos) / 1_048_576)}Mi`;

interface Measured {
  readonly lead: readonly string[];
  readonly cpu: bigint;
  readonly memory: bigint;
}

const printPods = (session: Session, metrics: readonly PodMetrics[]): void => {
  const { args } = session;
  const isByContainer = args.on("containers");
  const rows = sortRows(
    metrics.flatMap((pod) => measuredOf(session, pod)),
    args.text("sort-by"),
  );
  const swap = args.on("show-swap") ? ["0Mi"] : [];
  const text = rows.map(({ lead, cpu, memory }) => closed([...lead, `${milliCores(cpu)}m`, mebibytes(memory), ...swap]));
  if (args.on("sum")) text.push(...sumRows(rows, swap));
  const lead = [...(session.allNamespaces ? ["NAMESPACE"] : []), ...(isByContainer ? ["POD", "NAME"] : ["NAME"])];
  const header = closed([...lead, "CPU(cores)", "MEMORY(bytes)", ...(args.on("show-swap") ? ["SWAP(bytes)"] : [])]);
  session.print(renderTable({ header, rows: text }, args.on("no-headers")));
};

const measuredOf = (session: Session, pod: PodMetrics): readonly Measured[] => {
  const lead = [...(session.allNamespaces ? [pod.metadata.namespace ?? ""] : []), pod.metadata.name];
  const own = pod.containers.map(({ name, usage }) => ({ lead: [...lead, name], cpu: nanosOf(usage.cpu), memory: nanosOf(usage.memory) }));
  return session.args.on("containers") ? own : [{ lead, ...total(own) }];
};

const total = (rows: readonly Measured[]) => ({
  cpu: rows.reduce((sum, { cpu }) => sum + cpu, 0n),
  memory: rows.reduce((sum, { memory }) => sum + memory, 0n),
});

const sumRows = (rows: readonly Measured[], swap: readonly string[]): readonly (readonly string[])[] => {
  // With swap the real program sets the sums one column too far to the right and forgets a line.
  const blanks = new Array<string>((rows[0]?.lead.length ?? 1) + swap.length).fill("");
  const { cpu, memory } = total(rows);
  return [closed([...blanks, "________", "________"]), closed([...blanks, `${milliCores(cpu)}m`, mebibytes(memory), ...swap])];
};

/** Cells of a row with a tab after the last one too, so that lines end in blanks. */
const closed = (cells: readonly string[]): readonly string[] => [...cells, ""];

const printNodes = (session: Session, metrics: readonly NodeMetrics[], nodes: readonly Node[]): void => {
  const { args } = session;
  const measured = metrics.map(({ metadata, usage }) => ({
    lead: [metadata.name],
    cpu: nanosOf(usage.cpu),
    memory: nanosOf(usage.memory),
  }));
  const swap = args.on("show-swap") ? ["<unknown>", "<unknown>"] : [];
  const rows = sortRows(measured, args.text("sort-by")).map(({ lead, cpu, memory }) => {
    const status = nodes.find(({ metadata }) => metadata.name === lead[0])?.status;
    const whole = args.on("show-capacity") ? status?.capacity : status?.allocatable;
    const [cores, space] = [nanosOf(whole?.["cpu"]), nanosOf(whole?.["memory"])];
    const shares = [percent(milliCores(cpu), milliCores(cores)), percent(bytesOf(memory), bytesOf(space))];
    return closed([...lead, `${milliCores(cpu)}m`, shares[0] as string, mebibytes(memory), shares[1] as string, ...swap]);
  });
  const silent = nodes.map(({ metadata }) => metadata.name).filter((name) => !metrics.some(({ metadata }) => metadata.name === name));
  rows.push(...silent.map((name) => closed([name, ...new Array<string>(4).fill("<unknown>"), ...swap])));
  const header = [
    "NAME",
    "CPU(cores)",
    "CPU(%)",
    "MEMORY(bytes)",
    "MEMORY(%)",
    ...(args.on("show-swap") ? ["SWAP(bytes)", "SWAP(%)"] : []),
  ];
  session.print(renderTable({ header: closed(header), rows }, args.on("no-headers")));
};

const percent = (used: number, whole: number): string => (whole === 0 ? "<unknown>" : `${Math.floor((used * 100) / whole)}%`);

const sortRows = (rows: readonly Measured[], sortBy: string | undefined): readonly Measured[] =>
  [...rows].sort((a, b) => {
    const more = sortBy === "cpu" ? milliCores(b.cpu) - milliCores(a.cpu) : sortBy === "memory" ? bytesOf(b.memory) - bytesOf(a.memory) : 0;
    return more || compareText(a.lead.join("\u0000"), b.lead.join("\u0000"));
  });

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
