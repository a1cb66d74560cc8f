/** Says that a fault was injected whose symptom does not show: what was drawn for it does not take here. */
export class SymptomMissing extends Error {}
