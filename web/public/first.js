// What stands on the screen until the app does: the colours of the visitor's choice, and the frame
// of the page they will see. A file of its own, because the content policy allows no inline script.
(() => {
  const PUBLIC =
    /^\/(auth\/(signup|email-verification|refer|third-party)|forgot-password|reset-password|autologin|404|500)$/;
  const HOME = /^\/(auth\/login\/?)?$/; // Pages of guests that have a frame.
  const TABLET = 1024; // As in Shell.tsx.
  const PATIENCE = 1_000; // Milliseconds, for a tab that is turned away from before it was painted.
  const said = document.getElementById("preload"); // Only a build has it.
  const { app, files, pages, heads, profile } = said ? JSON.parse(said.textContent) : {};
  let started = false;
  const path = location.pathname === "/" ? "/dashboard" : location.pathname.replace(/\/$/, "");
  const any = path.replace(/[^/]+$/, "$"); // As the build names a path that ends in a parameter.

  // The app learns only once it runs who it is for; a phone would have waited for it.
  function askAhead(token) {
    profile.body.req.header.token = token;
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(profile.body);
    window.prefetchedProfile = fetch(profile.url, { method: "POST", headers, body });
    window.prefetchedProfile.catch(() => {}); // The app asks again.
  }
  // Nor which files the page needs; without a session, its route, which tells whether it is one of ours.
  function fetchAhead() {
    const page = pages[path] ?? pages[any] ?? [];
    const needed = inside ? [...pages[""], ...page] : pages.routes;
    for (const place of new Set(needed)) preload(files[place]).fetchPriority = "low";
  }
  function preload(file) {
    const link = document.createElement("link");
    const sheet = file.endsWith(".css");
    link.rel = sheet ? "preload" : "modulepreload";
    if (sheet) {
      link.as = "style";
      link.crossOrigin = ""; // As the sheet is asked for, or it would be fetched twice.
    }
    link.href = `/${file}`;
    return document.head.appendChild(link);
  }
  function drawHead() {
    const status = new URLSearchParams(location.search).get("status");
    const [title, help, wide] =
      heads[`${path}?status=${status}`] ?? heads[path] ?? heads[any] ?? [];
    if (!title) return;
    document.getElementById("first-title").textContent = title;
    document.getElementById("first-help").textContent = help;
    if (wide) document.getElementById("first-page").dataset.wide = "";
  }
  function start() {
    if (started) return;
    started = true;
    for (const file of app) preload(file);
    const script = document.createElement("script");
    script.type = "module";
    script.src = `/${app[0]}`;
    document.head.append(script);
    if (inside || !(open || HOME.test(location.pathname))) fetchAhead();
  }
  const root = document.documentElement;
  const scheme = localStorage.getItem("mantine-color-scheme-value");
  const dark =
    scheme === "dark" || (scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.mantineColorScheme = dark ? "dark" : "light";
  const signedIn = localStorage.getItem("token");
  // Pages that are neither the login nor within the shell, but for a friend's link, which is both.
  const open = PUBLIC.test(path) && !(signedIn && path === "/auth/refer");
  const inside = signedIn && !open;
  if (!open) root.dataset.first = signedIn ? "app" : "login";
  const collapsed = localStorage.getItem("sidebar_collapsed") ?? String(innerWidth < TABLET);
  if (collapsed === "true") root.dataset.narrow = "";
  if (!said) return;
  if (inside && profile) askAhead(signedIn);
  document.addEventListener("DOMContentLoaded", () => {
    if (inside && location.pathname !== "/") drawHead(); // The root leads each to a page of their own.
    // The app is fetched once the frame is painted, which it would hold up. Where none is, there is nothing to wait for.
    const told = PerformanceObserver.supportedEntryTypes.includes("paint");
    if (open || document.hidden || !told) start();
    else {
      new PerformanceObserver(start).observe({ type: "paint", buffered: true });
      setTimeout(start, PATIENCE);
    }
  });
})();
