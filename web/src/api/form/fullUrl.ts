/** An address as people type it, with the scheme that they leave out. */
export function fullUrl(typed: string): string {
  const text = typed.trim();
  return /^[^\s:/?#]+\.[^\s:/?#]+/.test(text) ? `https://${text}` : text;
}
