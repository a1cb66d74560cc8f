import type { Rng } from "#core/rng.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import type { PatchType } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { NetworkPolicy, Service } from "#kube/types/network.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { Deployment, StatefulSet } from "#kube/types/workloads.ts";
import { ORDINARY_MANAGERS } from "./act-as.ts";
import { TOUCH } from "./marks.ts";
import { type Operation, pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";

/**
 * Draws the write of an edit that changes nothing of what an object does.
 *
 * In metadata it leaves what a fault of that kind leaves: a newer version, a generation more where the kind counts them, the
 * entry of whoever made it, the age of an object that was made anew, and neither label nor annotation.
 */
export const drawEdit = (object: KubeObject, rng: Rng, atMs: number): readonly DatedWrite[] =>
  (pickOperation(EDITS[object.kind] ?? [], object, rng) ?? TOUCH).writes(object, rng, atMs);

/** Edits by kind, for the kinds that faults are in. */
const EDITS: Readonly<Record<string, readonly Operation[]>> = {
  Deployment: [
    {
      id: "deadline",
      weight: 1,
      writes: (object, rng, atMs) => {
        const { progressDeadlineSeconds } = (object as Deployment).spec;
        return [
          edit(object, rng, atMs, "merge", { spec: { progressDeadlineSeconds: pickOther(DEADLINES_S, progressDeadlineSeconds, rng) } }),
        ];
      },
    },
  ],
  StatefulSet: [
    {
      id: "history-limit",
      weight: 1,
      writes: (object, rng, atMs) => {
        const { revisionHistoryLimit } = (object as StatefulSet).spec;
        return [edit(object, rng, atMs, "merge", { spec: { revisionHistoryLimit: pickOther(HISTORY_LIMITS, revisionHistoryLimit, rng) } })];
      },
    },
  ],
  Service: [
    {
      id: "app-protocol",
      weight: 1,
      fits: (object) => firstPort(object) !== undefined,
      writes: (object, rng, atMs) => {
        const value = pickOther(APP_PROTOCOLS, firstPort(object)?.appProtocol, rng);
        return [edit(object, rng, atMs, "json", [{ op: "add", path: "/spec/ports/0/appProtocol", value }])];
      },
    },
  ],
  ConfigMap: [
    {
      id: "save-again",
      weight: 1,
      fits: (object) => documentOf(object) !== undefined,
      writes: (object, rng, atMs) => {
        const [key, text] = documentOf(object) ?? ["", ""];
        return [edit(object, rng, atMs, "merge", { data: { [key]: rewrite(text) } })];
      },
    },
  ],
  NetworkPolicy: [
    {
      id: "replace",
      weight: 1,
      writes: (object, rng, atMs) => {
        const { apiVersion, kind, metadata, spec } = object as NetworkPolicy;
        const { name, namespace } = metadata;
        const renewed = { apiVersion, kind, metadata: { name, namespace }, spec } as KubeObject;
        const resource = resourceOf(object);
        return [
          { atMs, write: { verb: "delete", resource, name } },
          { atMs, write: { verb: "create", resource, object: renewed, manager: rng.pick(ORDINARY_MANAGERS) } },
        ];
      },
    },
  ],
};

/** Far from what a roll-out takes. */
const DEADLINES_S: readonly number[] = [420, 480, 720, 900, 1200];

const HISTORY_LIMITS: readonly number[] = [4, 6, 8, 12];

const APP_PROTOCOLS: readonly string[] = ["http", "tcp", "grpc", "kubernetes.io/h2c"];

const pickOther = <T>(values: readonly T[], present: T | undefined, rng: Rng): T => rng.pick(values.filter((value) => value !== present));

const firstPort = (object: KubeObject) => (object as Service).spec.ports?.[0];

/** The first value of several lines: those of one line may be settings that a program reads to the letter. */
const documentOf = (object: KubeObject): readonly [key: string, text: string] | undefined =>
  Object.entries((object as ConfigMap).data ?? {}).find(([, text]) => text.trimEnd().includes("\n"));

/** The same document as another editor writes it: with or without an empty line at its end. */
const rewrite = (text: string): string => (text.endsWith("\n\n") ? text.slice(0, -1) : `${text}\n`);

const resourceOf = ({ apiVersion, kind }: KubeObject): string => resourceOfKind(apiVersion, kind)?.resource ?? "";

const edit = (object: KubeObject, rng: Rng, atMs: number, patchType: PatchType, patch: unknown): DatedWrite => ({
  atMs,
  write: {
    verb: "patch",
    resource: resourceOf(object),
    name: object.metadata.name,
    patchType,
    patch,
    manager: rng.pick(ORDINARY_MANAGERS),
  },
});
