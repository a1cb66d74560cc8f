import { closeSync, fdatasync, ftruncateSync, openSync, writeSync } from "node:fs";
import { compactSegments } from "./compact-segments.ts";
import { type JournalRecord, renderJournalLine } from "./journal-line.ts";
import { acquireJournalLock } from "./journal-lock.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { listSegments, readSegments, segmentPath, syncFolder } from "./segments.ts";

/** An append-only file of records that survives the death of the process, and with `durable` that of the machine. */
export interface Journal {
  /**
   * Appends a record, together with all that are appended in the same turn of the event loop.
   *
   * `written` resolves once the kernel has it, `durable` once the disk has it; waiting callers share one sync.
   */
  append(record: JournalRecord, durability: "written" | "durable"): Promise<void>;
  /** Writes pending records, syncs, and releases the directory. */
  close(): Promise<void>;
}

export interface JournalOptions {
  readonly directory: string;
  /** Selects the records of older files to keep; called when a file has grown to `segmentBytes`. */
  readonly keep: (record: JournalRecord) => boolean;
  /** Size in bytes after which a new file begins and the older ones are compacted into one. */
  readonly segmentBytes?: number;
  /** Called when a compaction fails; the older files then stay as they are. */
  readonly onCompactionError?: (cause: unknown) => void;
  /** Replaces the write to a file, for tests of full disks. */
  readonly write?: (file: number, bytes: Buffer, at: number) => number;
}

/** Content of an opened journal. */
export interface OpenedJournal {
  readonly journal: Journal;
  /** All intact records, oldest first. */
  readonly records: readonly JournalRecord[];
  /** Number of torn or corrupt lines, which were skipped. */
  readonly damagedLines: number;
  /** Ids of which a line is corrupt, so that facts are missing. */
  readonly damagedIds: ReadonlySet<string>;
}

/**
 * Opens a directory of journal files, reads them, and appends to a new one, so that nothing follows a torn tail.
 *
 * @throws JournalLockedError if another process has the directory
 */
export const openJournal = (options: JournalOptions): OpenedJournal => {
  makePrivateFolder(options.directory);
  const unlock = acquireJournalLock(options.directory);
  const { records, damagedLines, damagedIds } = readSegments(options.directory);
  return { journal: createWriter(options, unlock), records, damagedLines, damagedIds };
};

const DEFAULT_SEGMENT_BYTES = 64 * 1024 * 1024;

interface Waiter {
  resolve(): void;
  reject(cause: unknown): void;
}

const createWriter = (options: JournalOptions, unlock: () => void): Journal => {
  const segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
  let segment = (listSegments(options.directory).at(-1) ?? 0) + 1;
  const write = options.write ?? writeSync;
  let file = openSync(segmentPath(options.directory, segment), "a", 0o600);
  syncFolder(options.directory);
  let bytes = 0;
  let torn = false;
  let lines: string[] = [];
  let written = shared();
  let durable: Waiter[] = [];
  /** Files that were written before the present one, and are not synced yet. */
  let retired: number[] = [];
  let syncing: Promise<void> | undefined;
  let compacting: Promise<void> | undefined;

  const flush = (): void => {
    const [text, done] = [lines.join(""), written];
    [lines, written] = [[], shared()];
    try {
      const buffer = Buffer.from(torn ? `\n${text}` : text);
      torn = true;
      for (let at = 0; at < buffer.length; ) at += write(file, buffer, at);
      torn = false;
      bytes += buffer.length;
      done.resolve();
      if (bytes >= segmentBytes) rotate();
    } catch (cause) {
      torn = !takeBack(file, bytes);
      done.reject(cause);
    }
  };

  const rotate = (): void => {
    const next = openSync(segmentPath(options.directory, segment + 1), "a", 0o600);
    syncFolder(options.directory);
    retired.push(file);
    [file, bytes] = [next, 0];
    syncing ??= sync();
    const last = segment;
    segment += 1;
    compacting ??= compactSegments(options.directory, last, options.keep)
      .catch((cause) => options.onCompactionError?.(cause))
      .finally(() => {
        compacting = undefined;
      });
  };

  /** Syncs one call at a time; callers that arrive meanwhile share the next sync. */
  const sync = async (): Promise<void> => {
    // A record that is waited for may be in a file that is not written any more.
    while (durable.length + retired.length > 0) {
      const [waiting, older] = [durable, retired];
      [durable, retired] = [[], []];
      let cause: unknown;
      for (const one of [...older, file]) cause = (await syncFile(one)) ?? cause;
      for (const one of older) closeSync(one);
      for (const waiter of waiting) cause === undefined ? waiter.resolve() : waiter.reject(cause);
    }
    syncing = undefined;
  };

  const append = (record: JournalRecord): Promise<void> => {
    if (lines.length === 0) process.nextTick(flush);
    lines.push(renderJournalLine(record));
    return written.promise;
  };

  return {
    append: async (record, durability) => {
      await append(record);
      if (durability === "written") return;
      const synced = shared();
      durable.push(synced);
      syncing ??= sync();
      await synced.promise;
    },
    close: async () => {
      if (lines.length > 0) flush();
      await syncing;
      await compacting;
      await syncFile(file);
      closeSync(file);
      unlock();
    },
  };
};

const shared = (): Waiter & { readonly promise: Promise<void> } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined); // a record that nobody waits for may fail without bringing the process down
  return { promise, resolve, reject };
};

/** Takes back what was written of a record that did not fit. @returns true if nothing of it is left */
const takeBack = (file: number, bytes: number): boolean => {
  try {
    ftruncateSync(file, bytes);
    return true;
  } catch {
    return false;
  }
};

const syncFile = (file: number): Promise<unknown> => new Promise((resolve) => fdatasync(file, (cause) => resolve(cause ?? undefined)));
