import type { ConductedEpisode } from "./conducted-episode.ts";

/** Stage of a problem. */
export type Stage = "diagnosis" | "mitigation" | "tearing_down" | "done";

/** Course of one problem: a diagnosis, a mitigation, and nothing more. */
export interface Conductor {
  stage(): Stage;
  /** Takes a submission for the stage at hand; it is graded after the answer. */
  submit(solution: string): SubmitOutcome;
  /** Tells that the episode may have ended by a limit, which ends the problem where nothing is being graded. */
  notice(): void;
  /** Resolves at the end of the problem; rejects where a submission could not be graded, which is nobody's answer. */
  readonly done: Promise<void>;
  /** Resolves when nothing that was submitted waits for its grade; rejects as `done` does. */
  graded(): Promise<void>;
}

/** Treatment of a submission. */
export type SubmitOutcome = "accepted" | "grading" | "closed" | "done";

/** Creates the conductor of an episode that has begun. */
export const createConductor = (episode: ConductedEpisode): Conductor => {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => undefined); // whoever waits for it hears of it
  let stage: Stage = "diagnosis";
  let isGrading = false;
  let grading: Promise<void> = Promise.resolve();
  const finish = (): void => {
    stage = "done";
    resolve();
  };
  const grade = async (solution: string): Promise<void> => {
    isGrading = true;
    try {
      if (stage === "diagnosis") {
        await episode.diagnose(solution);
        stage = "mitigation";
      } else {
        await episode.mitigate();
        stage = "tearing_down";
      }
      isGrading = false;
      if (stage === "tearing_down" || episode.isOver()) finish();
    } catch (cause) {
      stage = "tearing_down";
      reject(cause);
      throw cause;
    }
  };
  return {
    stage: () => stage,
    submit: (solution) => {
      if (stage === "done") return "done";
      if (stage === "tearing_down") return "closed";
      if (isGrading) return "grading";
      grading = grade(solution);
      grading.catch(() => undefined); // whoever waits for it hears of it
      return "accepted";
    },
    notice: () => {
      if (!isGrading && stage !== "tearing_down" && episode.isOver()) finish();
    },
    done,
    graded: () => grading,
  };
};
