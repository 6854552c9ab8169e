const BROWSER = "third_browser";
const BINDING = "third_binding";

/** The state of a redirect to a provider: only the tab that started it can finish it. */
export const redirectState = {
  /** A secret of this tab; `binding` connects the provider to the signed-in account. */
  begin: (binding: boolean): string => {
    const browser = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
    sessionStorage.setItem(BROWSER, browser);
    sessionStorage.setItem(BINDING, binding ? "1" : "");
    return browser;
  },
  browser: () => sessionStorage.getItem(BROWSER) ?? "",
  isBinding: () => sessionStorage.getItem(BINDING) === "1",
  end: () => {
    sessionStorage.removeItem(BROWSER);
    sessionStorage.removeItem(BINDING);
  },
};
