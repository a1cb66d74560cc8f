import type { AppBehaviour, ProgramBehaviour } from "#kube/app/behaviour.ts";

/** One of an application's own programs, as its description says it. */
export interface AppProgram {
  /** Id in images: `hotel/geo`. */
  readonly id: string;
  /** Name in the description: `geo`. */
  readonly name: string;
  readonly behaviour: ProgramBehaviour;
  /** Application that it belongs to. */
  readonly app: AppBehaviour;
}

/** Programs of an application by their ids. */
export const programsOf = (app: AppBehaviour): readonly AppProgram[] =>
  app.images.flatMap(({ family, programs }) =>
    Object.values(programs).flatMap((name): readonly AppProgram[] => {
      const behaviour = app.programs[name];
      return behaviour === undefined ? [] : [{ id: `${family}/${name}`, name, behaviour, app }];
    }),
  );
