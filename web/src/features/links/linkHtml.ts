/** A tracking link as HTML that lets the browser send the page it is on, which it keeps from other sites by default. */

/** The address with the placement that reports name; `pl` is never passed on to the brand. */
export function placedUrl(url: string, placement: string): string {
  const label = placement.trim();
  return label ? `${url}?pl=${encodeURIComponent(label)}` : url;
}

export function linkHtml(url: string, text: string): string {
  const href = escapeHtml(url);
  return `<a href="${href}" rel="sponsored" referrerpolicy="no-referrer-when-downgrade">${escapeHtml(text)}</a>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
