/** Ways to misspell the last part of a repository: a letter twice, one left out, two swapped, and a word's other number or link. */
export const misspellings = (repository: string): readonly string[] => {
  const from = repository.lastIndexOf("/") + 1;
  const [folder, name] = [repository.slice(0, from), repository.slice(from)];
  const middle = Math.max(1, Math.floor(name.length / 2));
  return [
    `${name}${name.at(-1)}`,
    `${name.slice(0, middle)}${name.slice(middle + 1)}`,
    `${name.slice(0, middle - 1)}${name[middle] ?? ""}${name[middle - 1]}${name.slice(middle + 1)}`,
    `${name}s`,
    name.replaceAll("-", "_"),
  ].flatMap((wrong) => (wrong === name ? [] : [`${folder}${wrong}`]));
};
