import { parseTimestamp } from "#core/timestamp.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { World } from "../../../kernel/world.ts";
import { isStored } from "../../schema/registry.ts";
import { servedRows } from "../../schema/served-resources.ts";
import { getObject, listObjects } from "../../store/store.ts";
import { SERVER_VERSION } from "./discovery.ts";

/**
 * Metrics of the API server at `/metrics`, in Prometheus' text format; of the real server's families those that the simulation can count.
 */
export const serverMetrics = (world: World): string => {
  const kept = storedRows(world).map((row) => ({ row, count: listObjects(world, row.resource).length }));
  return [
    ...family(
      "apiserver_resource_objects",
      `[ALPHA] ${COUNTS}`,
      kept.map(({ row, count }) => [{ group: row.group, resource: row.plural }, count]),
    ),
    ...family(
      "apiserver_storage_objects",
      `[STABLE] (Deprecated since 1.34.0) [DEPRECATED, consider using apiserver_resource_objects instead] ${COUNTS}`,
      kept.map(({ row, count }) => [{ resource: row.resource }, count]),
    ),
    ...family("kubernetes_build_info", `[ALPHA] ${BUILD}`, [[buildLabels(), 1]]),
    ...family("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", [[{}, startedAt(world)]]),
    "",
  ].join("\n");
};

const COUNTS = "Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.";
const BUILD =
  "A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.";

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const family = (name: string, help: string, samples: readonly Sample[]): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...samples.map(([labels, value]) => `${name}${labelsOf(labels)} ${value}`).sort(),
];

const labelsOf = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.keys(labels)
    .sort()
    .map((name) => `${name}=${JSON.stringify(labels[name])}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

/** Each resource once, whatever versions it is served in. */
const storedRows = (world: World): readonly ResourceRow[] => {
  const rows = servedRows(world).filter((row) => isStored(row) && row.verbs.includes("list"));
  return rows.filter((row, i) => rows.findIndex(({ resource }) => resource === row.resource) === i);
};

const buildLabels = (): Readonly<Record<string, string>> => {
  const { buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform } = SERVER_VERSION;
  return {
    build_date: buildDate,
    compiler,
    git_commit: gitCommit,
    git_tree_state: gitTreeState,
    git_version: gitVersion,
    go_version: goVersion,
    major,
    minor,
    platform,
  };
};

/** Start of the server: the creation of its first namespace. */
const startedAt = (world: World): number =>
  Math.floor((parseTimestamp(getObject(world, "namespaces", undefined, "kube-system")?.metadata.creationTimestamp ?? "") ?? 0) / 1000);
