import type { EpisodeJournal } from "./episode-journal.ts";

/** Wraps a journal so that somebody is told when its writes begin to fail, of each that does, and when they work again. */
export const watchJournal = (journal: EpisodeJournal, onChange: (isWritable: boolean) => void, onFailure: () => void): EpisodeJournal => {
  let isWritable = true;
  const note = (now: boolean): void => {
    if (now === isWritable) return;
    isWritable = now;
    onChange(now);
  };
  const watched =
    <Args extends readonly unknown[]>(write: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
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
    close: journal.close,
  };
};
