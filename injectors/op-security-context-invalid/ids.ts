/** Settings of a pod's security context that name a user or a group by its number. */
export const IDS = ["runAsUser", "runAsGroup", "fsGroup"] as const;

/** Numbers that people write for "nobody in particular", and such as are too great for 31 bits. */
export const NUMBERS: readonly number[] = [-1, -1, -100, -1000, -65534, 2147483648, 4294967294, 4294967295, 10000000000];

/** True for a number that a user or group can have. */
export const isId = (number: number): boolean => number >= 0 && number <= 2147483647;
