import { createRng } from "#core/rng.ts";
import type { Process } from "../../processes/process.ts";
import { LANGUAGES } from "../../programs/languages/languages.ts";
import type { PendingLine } from "../../programs/lines/pending-line.ts";
import { eventTimes } from "./event-times.ts";

/** Lines that an app's program writes now and then whatever happens, within (fromMs, toMs]: its run and the time alone decide. */
export const ordinaryLines = ({ app, podUid, startedAtMs }: Process, fromMs: number, toMs: number): readonly PendingLine[] => {
  if (app === undefined) return [];
  const { language, log } = app.behaviour;
  return log.ordinary.flatMap(({ level, message, everyMinutes }, index) => {
    const name = `log/${podUid}/ordinary ${index}`;
    return eventTimes(name, 1 / (60 * everyMinutes), startedAtMs, fromMs, toMs).map(
      (atMs): PendingLine => ({
        atMs,
        stream: "stderr",
        render: () => LANGUAGES[language].line(level, withNumbers(message, `${name} ${atMs}`))(atMs),
      }),
    );
  });
};

/** Puts a number for each `{least..most}`. */
const withNumbers = (message: string, seed: string): string =>
  message.replace(NUMBER, (whole, least: string, most: string) => `${createRng(`${seed} ${whole}`).int(Number(least), Number(most))}`);

const NUMBER = /\{(\d+)\.\.(\d+)\}/g;
