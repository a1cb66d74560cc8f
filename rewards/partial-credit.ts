/** Share of the mitigation that a repair of every defect earns which is not a repair of the world. */
export const PARTIAL_CREDIT = 0.3;
