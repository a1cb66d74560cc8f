/** Something that will happen: plain data, so that a queue can be copied. */
export interface QueuedEvent {
  readonly atMs: number;
  /** Breaks ties: events of one instant run in the order in which they were planned. */
  readonly seq: number;
  /** Handler and key as one text, made once: it is looked up several times before the event runs. */
  readonly timer: string;
  readonly handler: string;
  readonly key: string;
  readonly payload: unknown;
  /** Present for a look at whether anything has changed, which need not be taken while nothing has. */
  readonly look?: Look;
}

/** Interval of a regular look, and the count of changes after the last one. */
export interface Look {
  readonly everyMs: number;
  readonly changes: number;
}

/** A binary heap ordered by (virtual time, sequence number). */
export class EventQueue {
  #heap: QueuedEvent[] = [];
  /** True while others share the heap, which is copied before the next change. */
  #isShared = false;

  /** Restores a queue from its image. */
  static of(image: readonly QueuedEvent[]): EventQueue {
    const queue = new EventQueue();
    queue.#heap = image.slice();
    return queue;
  }

  /** Returns the events as data, in the order of the heap. */
  image(): readonly QueuedEvent[] {
    return this.#heap.slice();
  }

  get size(): number {
    return this.#heap.length;
  }

  peek(): QueuedEvent | undefined {
    return this.#heap[0];
  }

  push(event: QueuedEvent): void {
    const heap = this.#ownHeap();
    let i = heap.length;
    heap.push(event);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!isBefore(event, heap[parent] as QueuedEvent)) break;
      heap[i] = heap[parent] as QueuedEvent;
      i = parent;
    }
    heap[i] = event;
  }

  pop(): QueuedEvent | undefined {
    const heap = this.#ownHeap();
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as QueuedEvent, heap[child] as QueuedEvent)) child += 1;
      if (!isBefore(heap[child] as QueuedEvent, last)) break;
      heap[i] = heap[child] as QueuedEvent;
      i = child;
    }
    heap[i] = last;
    return first;
  }

  /** A queue with the same events; afterwards neither sees the other's changes. */
  fork(): EventQueue {
    const copy = new EventQueue();
    copy.#heap = this.#heap;
    copy.#isShared = true;
    this.#isShared = true;
    return copy;
  }

  /** Drops the events that `isLive` refuses; called when most of the heap is stale. */
  prune(isLive: (event: QueuedEvent) => boolean): void {
    const live = this.#heap.filter(isLive);
    this.#heap = [];
    this.#isShared = false;
    for (const event of live) this.push(event);
  }

  #ownHeap(): QueuedEvent[] {
    if (this.#isShared) this.#heap = this.#heap.slice();
    this.#isShared = false;
    return this.#heap;
  }
}

const isBefore = (a: QueuedEvent, b: QueuedEvent): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.seq < b.seq);
