import { setFlagsFromString } from "node:v8";

/**
 * Has the heaps of all threads of this process collected as a whole when they have grown by so much since the last time. By itself V8 lets
 * a heap of some hundred MiB grow to four times of what is in use, since it knows of no other bound than that of the whole heap.
 *
 * @param growth part of what is in use, such as 0.5
 */
export const limitHeapGrowth = (growth: number): void => setFlagsFromString(`--heap-growing-percent=${Math.round(growth * 100)}`);
