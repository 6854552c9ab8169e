const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Creating a formatter is slow, and a table has hundreds of figures, so each is created once. */
export function cachedFormatter<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => T,
): T {
  const formatter = formatters.get(key) ?? make();
  formatters.set(key, formatter);
  return formatter as T;
}
