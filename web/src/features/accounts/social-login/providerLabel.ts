/** A provider's name as words, where its label is not at hand. */
export function providerLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
