import type { NamedComponent, RecordedComponent, Trajectory } from "./trajectory.ts";

/** A trajectory for who may not see answers: without truth, names of the task and findings. What its agent said and did stays. */
export const withoutAnswers = ({ verdicts: _, ...trajectory }: Trajectory): Trajectory => ({
  ...trajectory,
  task: { ...trajectory.task, uri: trajectory.task.public_id, tags: [], digest: "" },
  options: { ...trajectory.options, params: {} },
  steps: trajectory.steps.map((step) => ({ ...step, components: step.components.map(withoutDetail<NamedComponent>) })),
  ...(trajectory.final && {
    final: { ...trajectory.final, components: trajectory.final.components.map(withoutDetail<NamedComponent>) },
  }),
  components: Object.fromEntries(Object.entries(trajectory.components).map(([name, component]) => [name, withoutDetail(component)])),
});

const withoutDetail = <C extends RecordedComponent>({ detail: _, ...component }: C): C => component as C;
