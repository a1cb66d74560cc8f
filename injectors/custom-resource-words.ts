/** Words for the object that an operator makes volumes by, whose storage class is no claim's own. */
export const CUSTOM_RESOURCE = "(?:\\btidb ?clusters?\\b|\\btc/|\\bcustom resource\\b|\\bspec\\.(?:pd|tikv)\\b)";
