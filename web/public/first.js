// What stands on the screen until the app does: the colours of the visitor's choice, and the frame
// of the page they will see. A file of its own, because the content policy allows no inline script.
(() => {
  const root = document.documentElement;
  const scheme = localStorage.getItem("mantine-color-scheme-value");
  const dark =
    scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.mantineColorScheme = dark ? "dark" : "light";
  const signedIn = localStorage.getItem("token");
  const open = /^\/(auth\/(signup|email-verification)|404|500)\/?$/.test(location.pathname);
  if (!open) root.dataset.first = signedIn ? "app" : "login";
  if (localStorage.getItem("sidebar_collapsed") === "true") root.dataset.narrow = "";
})();
