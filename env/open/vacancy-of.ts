import type { Backend } from "#pool/backend.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ExpectedPlay } from "../host/episode-protocol.ts";
import { drawVariant } from "../loop/lease-variant.ts";
import type { VacancyOf } from "../server/episodes/choose-vacant.ts";

/** Returns what tells how soon an episode can have a slot of the variant that its seed draws, after others that have none yet. */
export const createVacancyOf = ({
  backend,
  catalogue,
}: {
  readonly backend: Pick<Backend, "vacancies">;
  readonly catalogue: Pick<Catalogue, "taskOf">;
}): VacancyOf => {
  const formOf = ({ taskUri, seed }: ExpectedPlay): readonly [app: string, variant: string] => {
    const task = catalogue.taskOf(taskUri);
    return [task.app, drawVariant(task, seed)?.id ?? ""];
  };
  return (play, others) => {
    const [app, variant] = formOf(play);
    const vacancies = backend.vacancies?.(app, variant);
    if (vacancies === undefined) return "free";
    const before = others.map(formOf).filter((form) => form[0] === app && form[1] === variant).length;
    if (vacancies.free > before) return "free";
    return vacancies.free + vacancies.coming > before ? "coming" : "none";
  };
};
