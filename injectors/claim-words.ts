/** Words for a claim, whose kind may stand before its name twice. */
export const CLAIM = "\\b(?:pvcs?|persistent ?volume ?claims?|volume claims?|claims?)\\b(?: (?:pvc|persistentvolumeclaim)\\b)?";

/** Words for a volume. */
export const VOLUME = "\\b(?:pvs?|persistent ?volumes?|volumes?|volume ?names?)\\b(?! claim)";
