/** How the storage key of every form draft begins. */
export const DRAFT = "draft ";

/** Removes the drafts of all forms in this tab: at sign-out, but not when a session expires. */
export function clearDrafts() {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(DRAFT)) sessionStorage.removeItem(name);
  }
}
