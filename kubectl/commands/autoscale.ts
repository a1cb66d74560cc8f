import { parseQuantity } from "#kube/objects/quantity.ts";
import { apiVersionOf } from "#kube/objects/resources.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { FILE_FLAGS, flagTable, RECORD_FLAG } from "../command-line/flags.ts";
import { visitArguments } from "../command-line/objects-of-arguments.ts";
import { createGenerated, GENERATOR_FLAGS } from "../generate/create-generated.ts";
import { dryRunOf } from "../session/dry-run.ts";
import { CommandFailure, StatusFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

const NO_METRIC = "failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: empty input";

const SCALABLE = new Set(["Deployment", "ReplicaSet", "StatefulSet", "ReplicationController"]);

/** `kubectl autoscale`. */
export const autoscaleCommand: Command = defineCommand({
  path: "autoscale",
  usage: "(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU]",
  flags: flagTable(
    "min int",
    "max int",
    "cpu string",
    "cpu-percent int",
    "memory string",
    "name string",
    ...FILE_FLAGS,
    ...GENERATOR_FLAGS,
    RECORD_FLAG,
  ),
  run: async (session) => {
    const { args } = session;
    const max = args.number("max");
    const min = args.number("min") ?? -1;
    if (max === undefined) throw new CommandFailure('required flag(s) "max" not set');
    if (args.has("cpu-percent"))
      session.note(
        "Flag --cpu-percent has been deprecated, Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
      );
    if (max < 1) throw new CommandFailure(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
    if (max < min) throw new CommandFailure(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
    if ((args.number("cpu-percent") ?? 0) > 0 && args.text("cpu"))
      throw new CommandFailure("--cpu-percent and --cpu are mutually exclusive");
    await visitArguments(session, {}, async ({ row, object }) => {
      if (!SCALABLE.has(object.kind) && !row.subresources.includes("scale"))
        throw new CommandFailure(
          `cannot autoscale a ${object.kind}: could not find scale subresource for ${apiVersionOf(row)}, Resource=${row.plural} in discovery information`,
        );
      const metrics = metricsOf(session);
      const scaleTargetRef = { apiVersion: apiVersionOf(row), kind: row.kind, name: object.metadata.name };
      const spec = { scaleTargetRef, maxReplicas: max, ...(min > 0 && { minReplicas: min }), ...(metrics.length > 0 && { metrics }) };
      const scaler = {
        apiVersion: "autoscaling/v2",
        kind: "HorizontalPodAutoscaler",
        metadata: { name: args.text("name") ?? object.metadata.name },
        spec,
        status: { currentMetrics: null, desiredReplicas: 0 },
      } as unknown as Manifest;
      await createGenerated(session, {
        resource: "horizontalpodautoscalers.autoscaling",
        object: scaler,
        done: dryRunOf(session) === "client" ? "created" : "autoscaled",
        fieldManager: "kubectl-autoscale",
      }).catch((failure: unknown) => {
        // Without a metric the older API, which the real program then tries, has nothing to go by.
        throw metrics.length === 0 && failure instanceof StatusFailure ? new CommandFailure(NO_METRIC) : failure;
      });
    });
  },
});

const metricsOf = ({ args }: Session): readonly unknown[] => {
  const percent = args.number("cpu-percent");
  const cpu = args.text("cpu") ?? (percent === undefined || percent < 0 ? undefined : `${percent}%`);
  return (
    [
      ["cpu", cpu],
      ["memory", args.text("memory")],
    ] as const
  )
    .filter(([, amount]) => amount !== undefined)
    .map(([name, amount]) => ({ type: "Resource", resource: { name, target: targetOf(name, amount as string) } }));
};

const targetOf = (name: string, amount: string): Readonly<Record<string, unknown>> =>
  /^\d+%$/.test(amount)
    ? { type: "Utilization", averageUtilization: Number(amount.slice(0, -1)) }
    : { type: "AverageValue", averageValue: checkedAmount(name, amount) };

const checkedAmount = (name: string, amount: string): string => {
  if (parseQuantity(amount) === undefined) throw new CommandFailure(`invalid resource ${name} value: ${amount}`);
  return amount;
};
