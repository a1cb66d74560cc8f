import { keepFor } from "#core/keep-for.ts";
import type { PublishCall } from "#kube/app/behaviour.ts";
import type { AppProgram } from "../processes/app-program.ts";
import type { Process } from "../processes/process.ts";
import { callsOf } from "../programs/behaviour/calls-of.ts";
import type { EdgeFlow } from "./flow-history.ts";
import type { Traffic } from "./traffic.ts";

/** Memory that a program's messages take up while their broker is away, MiB a second; 0 while they are sent. */
export const unsentMiBPerS = (process: Process, { edges }: Pick<Traffic, "edges">): number => {
  if (process.app === undefined || publishedBy(process.app).length === 0) return 0;
  let sum = 0;
  for (const { topic, messageKiB = 0 } of publishedBy(process.app))
    for (const edge of edges)
      if (edge.fromProcess === process.key && edge.operation === `${topic} publish`) sum += unsentPerS(edge) * messageKiB;
  return sum / 1024;
};

const unsentPerS = ({ rate, errors }: EdgeFlow): number => rate * errors.reduce((sum, { share }) => sum + share, 0);

const publishedBy = keepFor(({ behaviour }: AppProgram): readonly PublishCall[] =>
  Object.values(behaviour.operations).flatMap(({ calls }) => callsOf(calls).filter((call) => call.kind === "publish")),
);
