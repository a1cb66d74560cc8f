/** A strategy by which no old pod goes before a new one is ready, as careful people have it. */
export const KEEPS_ALL = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } as const;

/** A strategy by which an old pod goes first. */
export const ONE_GOES = { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } as const;
