import { given } from "./given.ts";
import type { NamedComponent, RecordedComponent, Trajectory } from "./trajectory.ts";

/**
 * A trajectory for who may not see answers: without truth, names of the task and findings. What its agent said and did stays.
 * @param sealId seals ids that are digests of the task's name, which could be looked up
 */
export const withoutAnswers = ({ verdicts: _, ...trajectory }: Trajectory, sealId: (id: string) => string): Trajectory => {
  const publicId = sealId(trajectory.task.public_id);
  return {
    ...trajectory,
    ...given("group_id", trajectory.group_id === undefined ? undefined : sealId(trajectory.group_id)),
    task: { ...trajectory.task, uri: publicId, public_id: publicId, tags: [], digest: "" },
    options: { ...trajectory.options, params: {} },
    steps: trajectory.steps.map((step) => ({ ...step, components: step.components.map(withoutDetail<NamedComponent>) })),
    ...(trajectory.final && {
      final: { ...trajectory.final, components: trajectory.final.components.map(withoutDetail<NamedComponent>) },
    }),
    components: Object.fromEntries(Object.entries(trajectory.components).map(([name, component]) => [name, withoutDetail(component)])),
  };
};

const withoutDetail = <C extends RecordedComponent>({ detail: _, ...component }: C): C => component as C;
