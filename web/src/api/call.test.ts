import { expect, test, vi } from "vitest";
import { call, Refusal } from "./call";
import { useSession } from "./session";

function replying(reply: unknown, status = 200) {
  const sent: Array<{ url: string; init: RequestInit }> = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return typeof reply === "string"
      ? new Response(reply, { status })
      : Response.json(reply, { status });
  });
  return sent;
}

test("a call sends the envelope with the application id and the token", async () => {
  useSession.getState().signIn("abc");
  const sent = replying({ code: 0, message: "ok", data: null });

  await call("/auth/account_check", { attributes: { username: "maya" } });

  expect(sent[0]?.url).toBe(`${window.location.origin}/auth/account_check`);
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
    appId: 36,
    req: { header: { token: "abc" }, fields: [], attributes: { username: "maya" }, filter: {} },
  });
});

test("an error code given as text counts as a number", async () => {
  replying({ code: "0", message: "ok", data: { uid: 7 } });
  expect(await call("/user/profile")).toEqual({ uid: 7 });

  replying({ code: "20049", message: "Too many" });
  await expect(call("/user/profile")).rejects.toMatchObject({ code: 20049 });
});

test("a refused call shows its message, the text of its key, or Operation failed", async () => {
  replying({ code: 20185, message: "Brand does not exist" });
  await expect(call("/user/profile")).rejects.toEqual(new Refusal(20185, "Brand does not exist"));

  replying({ code: 20045, message: "PASSWORD_WRONG" });
  await expect(call("/user/profile")).rejects.toThrow("Wrong password");

  replying({ code: 20185, message: "" });
  await expect(call("/user/profile")).rejects.toThrow("Operation failed");
});

test("an envelope is read under any HTTP status, and any other answer is a network error", async () => {
  replying({ code: 21004, message: "Too many requests" }, 429);
  await expect(call("/user/profile")).rejects.toMatchObject({ code: 21004 });

  replying("<html>Bad gateway</html>", 502);
  await expect(call("/user/profile")).rejects.toThrow("Network error");
});

test("a call gives up after 30 seconds", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  replying({ code: 0, message: "ok", data: null });

  await call("/auth/sign_out");

  expect(timeout).toHaveBeenCalledWith(30_000);
});

test("a refusal that names a broken rule shows the screen's own words for that rule", async () => {
  const data = { field: "file", rule: "empty" };
  replying({ code: 21000, message: "`file` is empty", data });

  const refusal = await call("/user/profile").catch((thrown) => thrown);

  expect(refusal).toMatchObject({ code: 21000, message: "The file is empty", field: "file", data });
});

test("a refusal that names no rule shows the portal's message", () => {
  expect(new Refusal(21000, "The body ended early", null).message).toBe("The body ended early");
});
