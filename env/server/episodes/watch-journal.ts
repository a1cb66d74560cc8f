import { DrillError } from "#core/drill-error.ts";
import type { EpisodeJournal } from "./episode-journal.ts";

/** Wraps a journal so that somebody is told when its writes begin to fail, of each that does, and when they work again; after its end nobody is. */
export const watchJournal = (journal: EpisodeJournal, onChange: (isWritable: boolean) => void, onFailure: () => void): EpisodeJournal => {
  let isWritable = true;
  let isClosed = false;
  const note = (now: boolean): void => {
    if (now === isWritable) return;
    isWritable = now;
    onChange(now);
  };
  const watched =
    <Args extends readonly unknown[]>(write: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      if (isClosed) throw CLOSED;
      try {
        await write(...args);
        note(true);
      } catch (cause) {
        onFailure();
        note(false);
        throw cause;
      }
    };
  return {
    lease: watched(journal.lease),
    started: watched(journal.started),
    step: watched(journal.step),
    kube: watched(journal.kube),
    end: watched(journal.end),
    release: watched(journal.release),
    void: watched(journal.void),
    alive: watched(journal.alive),
    resume: watched(journal.resume),
    close: async () => {
      isClosed = true;
      await journal.close();
    },
  };
};

/** Nothing is wrong with a journal that was closed: what comes too late is not recorded, so that the next server replays up to there. */
const CLOSED = new DrillError("DRAINING", "the server has stopped, and its journal is closed");
