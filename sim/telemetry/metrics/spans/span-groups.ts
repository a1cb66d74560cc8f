import type { EdgeFlow, ServerFlow } from "../../../flow/flow-history.ts";
import type { World } from "../../../kernel/world.ts";
import type { FlowSegment } from "../traffic/flow-counts.ts";
import { type FlowIndex, flowIndex, type Stream } from "../traffic/flow-index.ts";

/** All spans of one name, kind and service, whichever pods they come from. */
export interface SpanGroup {
  readonly namespace: string;
  readonly service: string;
  readonly span: string;
  readonly kind: "SPAN_KIND_SERVER" | "SPAN_KIND_CLIENT";
  readonly streams: readonly FlowSegment[];
  /** Identity of its constant parts. */
  readonly layout: object;
}

/** The span groups of a world's history, in a stable order. */
export const spanGroups = (world: World): readonly SpanGroup[] => {
  const index = flowIndex(world);
  let groups = kept.get(index);
  if (groups === undefined) {
    groups = groupSpans(index);
    kept.set(index, groups);
  }
  return groups;
};

const kept = new WeakMap<FlowIndex, readonly SpanGroup[]>();

const groupSpans = (index: FlowIndex): readonly SpanGroup[] =>
  layoutOf(index).map((layout) => {
    const { about, streams, keys } = layout;
    return sameAsBefore({ ...about, layout, streams: keys.map((key) => (index[streams].get(key) as Stream).newest) });
  });

/** Streams that make up a group. */
interface GroupLayout {
  readonly about: Omit<SpanGroup, "streams" | "layout">;
  readonly streams: "servers" | "edges";
  readonly keys: string[];
}

const layoutOf = (index: FlowIndex): readonly GroupLayout[] => {
  let layout = layouts.get(index.extent);
  if (layout === undefined) {
    layout = createLayout(index);
    layouts.set(index.extent, layout);
  }
  return layout;
};

const layouts = new WeakMap<FlowIndex["extent"], readonly GroupLayout[]>();

const createLayout = ({ servers, edges, stores }: FlowIndex): readonly GroupLayout[] => {
  const groups = new Map<string, GroupLayout>();
  const add = (about: GroupLayout["about"], streams: GroupLayout["streams"], stream: string): void => {
    const key = `${about.namespace} ${about.service} ${about.kind} ${about.span}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { about, streams, keys: [stream] });
    else group.keys.push(stream);
  };
  for (const [key, { about }] of servers) if (emitsSpans(about, stores)) add(serverGroup(about), "servers", key);
  for (const [key, { about }] of edges) if (about.fromProcess !== undefined) add(clientGroup(about), "edges", key);
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, group]) => group);
};

/** Earlier object of a group whose streams did not change, so that values derived from it stay valid. */
const sameAsBefore = (group: SpanGroup): SpanGroup => {
  const first = group.streams[0] as FlowSegment;
  const key = `${group.service} ${group.kind} ${group.span}`;
  let known = groupsBySegment.get(first);
  if (known === undefined) {
    known = new Map();
    groupsBySegment.set(first, known);
  }
  const before = known.get(key);
  if (
    before !== undefined &&
    before.layout === group.layout &&
    before.streams.length === group.streams.length &&
    before.streams.every((segment, i) => segment === group.streams[i])
  )
    return before;
  known.set(key, group);
  return group;
};

const groupsBySegment = new WeakMap<FlowSegment, Map<string, SpanGroup>>();

/** Stores and caches carry no tracing library: their callers' spans are all there is. */
const emitsSpans = ({ namespace, component }: ServerFlow, stores: ReadonlySet<string>): boolean => !stores.has(`${namespace}/${component}`);

const serverGroup = ({ namespace, component, operation }: ServerFlow): GroupLayout["about"] => ({
  namespace,
  service: component,
  span: operation,
  kind: "SPAN_KIND_SERVER",
});

const clientGroup = ({ namespace, from, operation }: EdgeFlow): GroupLayout["about"] => ({
  namespace,
  service: from,
  span: operation,
  kind: "SPAN_KIND_CLIENT",
});
