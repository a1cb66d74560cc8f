import { PROCESSES, type Process } from "../../apps/runtime/process.ts";
import { outputOf } from "../../apps/runtime/process-output.ts";
import { type ClusterBed, createBed, deployment } from "../../bootstrap/cluster-bed.cases.ts";
import { execInContainer } from "../../shell/exec-in-container.ts";
import { closeSession, openSession, readSession, writeSessionBytes } from "../../shell/shell-session.ts";

/** A cluster with one store `db` behind a Service of that name, and whoever asks it. */
export interface StoreBed extends ClusterBed {
  /** Name of the store's pod. */
  pod(): string;
  /** Runs a command in a pod, by default the store's. */
  exec(command: readonly string[], options?: { readonly pod?: string; readonly stdin?: string; readonly timeoutMs?: number }): Outcome;
  /** Lines of the store's present container. */
  log(): readonly string[];
  /** Types at a terminal of a command in the store's container, and gives all that was shown. */
  type(command: readonly string[], ...lines: readonly string[]): string;
  /** Deletes the store's pod, and waits for the next one. */
  replacePod(): void;
}

export interface Outcome {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Starts a store of an image. */
export const createStoreBed = (
  image: string,
  port: number,
  container: object = {},
  spec: object = {},
  more: readonly object[] = [],
): StoreBed => {
  const bed = createBed();
  bed.create(
    ...(more as never[]),
    deployment("db", { image, command: undefined, ...container } as never, spec, { strategy: { type: "Recreate" } } as never),
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "db", namespace: "shop" },
      spec: { selector: { app: "db" }, ports: [{ port }] },
    } as never,
  );
  bed.run(60);
  const pod = () => bed.pods("db")[0]?.metadata.name as string;
  return {
    ...bed,
    pod,
    exec: (command, { pod: other = pod(), stdin, timeoutMs } = {}) => {
      const { exitCode, stdout, stderr, error } = execInContainer(bed.world, {
        namespace: "shop",
        pod: other,
        command,
        ...(stdin === undefined ? {} : { stdin }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return { code: exitCode, out: stdout, err: error === undefined ? stderr : `${stderr}${error}` };
    },
    log: () => {
      const process = bed.world.map<Process>(PROCESSES).get(`shop/${pod()}/c`);
      return process === undefined ? [] : outputOf(bed.world, process.key, process.startedAtMs).map(({ text }) => text);
    },
    type: (command, ...lines) => {
      const opened = openSession(bed.world, { namespace: "shop", pod: pod(), command, tty: true, hasInput: true });
      if (!opened.ok) throw new Error(opened.error);
      let shown = readSession(bed.world, opened.id).stdout;
      for (const line of lines) {
        writeSessionBytes(bed.world, opened.id, `${line}\r`);
        shown += readSession(bed.world, opened.id).stdout;
      }
      closeSession(bed.world, opened.id);
      return shown.replaceAll("\r\n", "\n");
    },
    replacePod: () => {
      bed.client.delete("pods", "shop", pod());
      bed.run(60);
    },
  };
};
