// What stands on the screen until the app does: the colours of the visitor's choice, and the frame
// of the page they will see. A file of its own, because the content policy allows no inline script.
(() => {
  // The app learns only once it runs which files the page needs; a phone would have waited for it.
  function fetchAhead(token) {
    const said = document.getElementById("ahead");
    if (!said) return;
    const { files, pages, profile } = JSON.parse(said.textContent);
    const path = location.pathname === "/" ? "/dashboard" : location.pathname.replace(/\/$/, "");
    const page = pages[path] ?? pages[path.replace(/[^/]+$/, "$")] ?? [];
    for (const place of new Set([...pages[""], ...page])) {
      const link = document.createElement("link");
      const sheet = files[place].endsWith(".css");
      link.rel = sheet ? "preload" : "modulepreload";
      if (sheet) link.as = "style";
      link.href = `/${files[place]}`;
      link.fetchPriority = "low";
      document.head.append(link);
    }
    if (!profile) return;
    profile.body.req.header.token = token;
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(profile.body);
    window.profileAhead = fetch(profile.url, { method: "POST", headers, body });
    window.profileAhead.catch(() => {}); // The app asks again.
  }
  const root = document.documentElement;
  const scheme = localStorage.getItem("mantine-color-scheme-value");
  const dark =
    scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.mantineColorScheme = dark ? "dark" : "light";
  const signedIn = localStorage.getItem("token");
  const open = /^\/(auth\/(signup|email-verification)|404|500)\/?$/.test(location.pathname);
  if (!open) root.dataset.first = signedIn ? "app" : "login";
  if (signedIn && !open) fetchAhead(signedIn);
  if (localStorage.getItem("sidebar_collapsed") === "true") root.dataset.narrow = "";
})();
