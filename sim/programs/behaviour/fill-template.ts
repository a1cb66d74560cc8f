/** A text with `{name}` replaced by values; a name without one stays as it is. */
export const fillTemplate = (template: string, lookUp: (name: string) => string | undefined): string =>
  template.replace(PLACEHOLDER, (whole, name: string) => lookUp(name) ?? whole);

const PLACEHOLDER = /\{([A-Za-z]\w*)\}/g;
