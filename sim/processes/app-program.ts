import { canonicalJson } from "#core/canonical-json.ts";
import { keepFor } from "#core/keep-for.ts";
import { keepUpTo } from "#core/keep-up-to.ts";
import type { AppBehaviour, ProgramBehaviour } from "#kube/app/behaviour.ts";
import type { ProgramDefect } from "#kube/ports/image-build.ts";

/** One of an application's own programs, as its description says it. */
export interface AppProgram {
  /** Id in images: `hotel/geo`. */
  readonly id: string;
  /** Name in the description: `geo`. */
  readonly name: string;
  readonly behaviour: ProgramBehaviour;
  /** Application that it belongs to. */
  readonly app: AppBehaviour;
  /** Defect of its build; missing: it is as described. */
  readonly defect?: ProgramDefect;
}

/** Programs of an application by their ids. */
export const programsOf = (app: AppBehaviour): readonly AppProgram[] =>
  app.images.flatMap(({ family, programs }) =>
    Object.values(programs).flatMap((name): readonly AppProgram[] => {
      const behaviour = app.programs[name];
      return behaviour === undefined ? [] : [{ id: `${family}/${name}`, name, behaviour, app }];
    }),
  );

/** The program as a build with a defect has it. */
export const withDefect = (program: AppProgram, defect: ProgramDefect): AppProgram =>
  builds(program)(canonicalJson(defect), () => ({ ...program, app: withBuiltIn(program.app, defect), defect }));

/** Processes of one build share one description, by which much is kept. */
const builds = keepFor((_program: AppProgram) => keepUpTo<string, AppProgram>(16));

const withBuiltIn = (app: AppBehaviour, { builtIn = {} }: ProgramDefect): AppBehaviour => ({
  ...app,
  settings: { ...app.settings, ...Object.fromEntries(Object.entries(builtIn).map(([name, value]) => [name, { default: value }])) },
});
