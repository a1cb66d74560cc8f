import { type ClusterFixture, createFixture, deployment } from "../../bootstrap/cluster-fixture.cases.ts";
import { PROCESSES, type Process } from "../../processes/process.ts";
import { outputOf } from "../../processes/process-output.ts";
import { execInContainer } from "../../shell/exec-in-container.ts";
import { closeSession, openSession, readSession, writeSessionBytes } from "../../shell/shell-session.ts";

/** Cluster with one store `db` behind a Service of that name, and its clients. */
export interface StoreFixture extends ClusterFixture {
  /** Name of the store's pod. */
  pod(): string;
  /** Runs a command in a pod, by default the store's. */
  exec(command: readonly string[], options?: { readonly pod?: string; readonly stdin?: string; readonly timeoutMs?: number }): Outcome;
  /** Lines of the store's present container. */
  log(): readonly string[];
  /** Types at a terminal of a command in the store's container, and gives all that was shown. */
  type(command: readonly string[], ...lines: readonly string[]): string;
  /** Deletes the store's pod, and waits for its replacement. */
  replacePod(): void;
}

export interface Outcome {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Starts a store of an image. */
export const createStoreFixture = (
  image: string,
  port: number,
  container: object = {},
  spec: object = {},
  more: readonly object[] = [],
): StoreFixture => {
  const fixture = createFixture();
  fixture.create(
    ...(more as never[]),
    deployment("db", { image, command: undefined, ...container } as never, spec, { strategy: { type: "Recreate" } } as never),
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "db", namespace: "shop" },
      spec: { selector: { app: "db" }, ports: [{ port }] },
    } as never,
  );
  fixture.run(60);
  const pod = () => fixture.pods("db")[0]?.metadata.name as string;
  return {
    ...fixture,
    pod,
    exec: (command, { pod: other = pod(), stdin, timeoutMs } = {}) => {
      const { exitCode, stdout, stderr, error } = execInContainer(fixture.world, {
        namespace: "shop",
        pod: other,
        command,
        ...(stdin === undefined ? {} : { stdin }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      return { code: exitCode, out: stdout, err: error === undefined ? stderr : `${stderr}${error}` };
    },
    log: () => {
      const process = fixture.world.map<Process>(PROCESSES).get(`shop/${pod()}/c`);
      return process === undefined ? [] : outputOf(fixture.world, process.key, process.startedAtMs).map(({ text }) => text);
    },
    type: (command, ...lines) => {
      const opened = openSession(fixture.world, { namespace: "shop", pod: pod(), command, tty: true, hasInput: true });
      if (!opened.ok) throw new Error(opened.error);
      let shown = readSession(fixture.world, opened.id).stdout;
      for (const line of lines) {
        writeSessionBytes(fixture.world, opened.id, `${line}\r`);
        shown += readSession(fixture.world, opened.id).stdout;
      }
      closeSession(fixture.world, opened.id);
      return shown.replaceAll("\r\n", "\n");
    },
    replacePod: () => {
      fixture.client.delete("pods", "shop", pod());
      fixture.run(60);
    },
  };
};
