/** A program or an option of jq that is not there. */
export class JqRefusal extends Error {}
