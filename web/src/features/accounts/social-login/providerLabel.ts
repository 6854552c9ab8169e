/** A readable name of a provider, if its label is not known. */
export function providerLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
