/** Events in the order of their times; those of one time in the order in which they were planned. */
export class EventQueue {
  readonly #heap: Event[] = [];
  #count = 0;

  plan(atMs: number, run: () => void): void {
    const heap = this.#heap;
    heap.push({ atMs, order: this.#count++, run });
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (!isBefore(heap[i] as Event, heap[parent] as Event)) break;
      swap(heap, i, parent);
      i = parent;
    }
  }

  /** Takes the next event out; undefined when none is left. */
  next(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let i = 0; ; ) {
      const child = earlierChild(heap, i);
      if (child === undefined || !isBefore(heap[child] as Event, heap[i] as Event)) return first;
      swap(heap, i, child);
      i = child;
    }
  }
}

interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

const earlierChild = (heap: readonly Event[], i: number): number | undefined => {
  const [left, right] = [2 * i + 1, 2 * i + 2];
  if (left >= heap.length) return undefined;
  return right < heap.length && isBefore(heap[right] as Event, heap[left] as Event) ? right : left;
};

const isBefore = (a: Event, b: Event): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

const swap = (heap: Event[], i: number, j: number): void => {
  const one = heap[i] as Event;
  heap[i] = heap[j] as Event;
  heap[j] = one;
};
