import type { AppBehaviour } from "#kube/app/behaviour.ts";

/** Text that an operation answers while no flag says otherwise: its own, or that which it passes on; "" where it has none. */
export const usualAnswer = (app: AppBehaviour, program: string, operation: string): string => {
  const { answer, calls = [] } = app.programs[program]?.operations[operation] ?? {};
  if (answer === undefined || typeof answer === "string") return answer ?? "";
  const call = calls.flatMap((one) => ("parallel" in one ? one.parallel : [one])).find((one) => "to" in one && one.to === answer.of);
  return call !== undefined && "to" in call ? usualAnswer(app, call.to, call.operation) : "";
};
