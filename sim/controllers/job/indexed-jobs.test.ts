import { expect, test } from "vitest";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Job } from "#kube/types/workloads.ts";
import { BUSYBOX, createFixture } from "../../bootstrap/cluster-fixture.cases.ts";
import { formatIndexes, parseIndexes } from "./indexes.ts";

/** A Job whose pods run a shell command; `$JOB_COMPLETION_INDEX` tells them which one they are. */
const job = (command: string, spec: Partial<Job["spec"]>): KubeObject =>
  ({
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "work", namespace: "shop" },
    spec: {
      completionMode: "Indexed",
      ...spec,
      template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: BUSYBOX, command: ["sh", "-c", command] }] } },
    },
  }) as KubeObject;

const play = (command: string, spec: Partial<Job["spec"]>, seconds = 120) => {
  const fixture = createFixture();
  fixture.create(job(command, spec));
  fixture.run(seconds);
  const status = fixture.client.get<Job>("jobs.batch", "shop", "work")?.status;
  return { fixture, status, ending: status?.conditions?.at(-1) };
};

test("indexes are written as ranges", () => {
  expect(formatIndexes(new Set([5, 0, 1, 2, 7, 8]))).toBe("0-2,5,7,8");
  expect([...parseIndexes("0-2,5")]).toEqual([0, 1, 2, 5]);
});

test("an indexed Job runs each number once, and its pods know their number", () => {
  const { fixture, status, ending } = play("exit 0", { completions: 3, parallelism: 2 });
  expect(status).toMatchObject({ succeeded: 3, completedIndexes: "0-2" });
  expect(ending).toMatchObject({ type: "Complete", reason: "CompletionsReached" });
  const pods = fixture.client.list<KubeObject>("pods", "shop").filter(({ metadata }) => metadata.name.startsWith("work-"));
  expect(pods.map(({ metadata }) => metadata.labels?.["batch.kubernetes.io/job-completion-index"]).sort()).toEqual(["0", "1", "2"]);
  expect(pods[0]).toMatchObject({ spec: { hostname: "work-0", containers: [{ env: [{ name: "JOB_COMPLETION_INDEX" }] }] } });
});

test("a limit per index lets the other numbers finish", () => {
  const { status, ending } = play(
    '[ "$JOB_COMPLETION_INDEX" = 1 ] && exit 3; exit 0',
    { completions: 3, parallelism: 3, backoffLimitPerIndex: 1 },
    300,
  );
  expect(status).toMatchObject({ completedIndexes: "0,2", failedIndexes: "1", failed: 2 });
  expect(ending).toMatchObject({ type: "Failed", reason: "FailedIndexes", message: "Job has failed indexes" });
});

test("a policy on failures ends the Job, or takes a failure for none", () => {
  const rules = [{ action: "FailJob", onExitCodes: { operator: "In", values: [42] } }];
  const { status, ending } = play("exit 42", { completions: 1, podFailurePolicy: { rules } });
  expect(status?.failed).toBe(1);
  expect(ending).toMatchObject({ type: "Failed", reason: "PodFailurePolicy" });
  expect(ending?.message).toMatch(/^Container c for pod shop\/work-0-\w+ failed with exit code 42 matching FailJob rule at index 0$/);
  const ignored = [{ action: "Ignore", onExitCodes: { operator: "In", values: [7] } }];
  const lenient = play("exit 7", { completions: 1, backoffLimit: 0, podFailurePolicy: { rules: ignored } }, 60);
  expect(lenient.ending?.type).not.toBe("Failed");
  expect(lenient.status?.failed ?? 0).toBe(0);
});

test("a success policy ends the Job before all numbers are done", () => {
  const { status, ending } = play('[ "$JOB_COMPLETION_INDEX" = 0 ] && exit 0; sleep 10000', {
    completions: 3,
    parallelism: 3,
    successPolicy: { rules: [{ succeededIndexes: "0" }] },
  });
  expect(status).toMatchObject({ succeeded: 1, completedIndexes: "0" });
  expect(ending).toMatchObject({ type: "Complete", reason: "SuccessPolicy", message: "Matched rules at index 0" });
});

test("a Job that another controller manages is left to it", () => {
  const { fixture, status } = play("true", { completions: 1, managedBy: "example.com/queue" }, 30);
  expect(fixture.pods("work")).toEqual([]);
  expect(status).toEqual({});
});
