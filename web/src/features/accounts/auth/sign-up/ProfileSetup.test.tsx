import { useForm } from "@mantine/form";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { mockPortal, renderInApp } from "@/testing/portal";
import { ProfileSetup } from "./ProfileSetup";
import { emptyDraft } from "./signUpDraft";
import { type SignUpValues, toAttributes } from "./signUpValues";

const SENT = { url: "/files/l.png", name: "logo.png", size: 9, ticket: "a ticket" };
const OPEN = {
  "/site/types": {
    channel_types: [],
    channel_platforms: [],
    promotion_methods: [],
    proof_places: { meta_name: "", file_path: "", record: "" },
  },
  "/common/regions": { list: [], total: 0 },
  "/common/upload_not_logged": SENT,
};
const filledIn: SignUpValues = {
  ...emptyDraft,
  username: "maya",
  email: "maya@example.com",
  agreement: true,
  password: "a long enough password",
  company: { ...emptyDraft.company, name: "Kitchen Ltd", country: "Sweden" },
  channel: {
    name: "Kitchen",
    channel_type: "1",
    channel_platform: "Own website",
    promotion_methods: ["1"],
    website: "https://kitchen.example",
  },
};

interface SetupProps {
  onFinish: (sent: ReturnType<typeof toAttributes>) => void;
  values?: SignUpValues;
}

function Setup({ onFinish, values = filledIn }: SetupProps) {
  const form = useForm<SignUpValues>({ initialValues: values });
  const finish = () => onFinish(toAttributes(form.getValues(), true, ""));
  return (
    <ProfileSetup form={form} busy={false} failure={null} onBack={() => {}} onFinish={finish} />
  );
}

async function choose(group: string, file: File) {
  const more = await screen.findByRole("button", { name: "More about you" });
  if (more.getAttribute("aria-expanded") === "false") await userEvent.click(more);
  const row = await screen.findByRole("group", { name: group });
  const input = row.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no file can be selected");
  await userEvent.upload(input, file);
}

const logo = new File(["x"], "logo.png", { type: "image/png" });
const uploads = (calls: ReturnType<typeof mockPortal>) =>
  calls.filter(({ path }) => path === "/common/upload_not_logged").length;

afterEach(() => void vi.useRealTimers());

test("uploaded files are sent with the sign-up, each with its ticket", async () => {
  mockPortal(OPEN);
  const onFinish = vi.fn();
  renderInApp(<Setup onFinish={onFinish} />);

  await choose("Logo", logo);
  await choose("Media kit", new File(["x"], "kit.pdf", { type: "application/pdf" }));
  await screen.findByText("logo.png");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));

  await expect
    .poll(() => onFinish.mock.calls[0]?.[0])
    .toMatchObject({
      channel: { logo: SENT.url, website: "https://kitchen.example" },
      media_kit: [{ file_url: SENT.url, name: "logo.png", size: 9 }],
      upload_tickets: ["a ticket", "a ticket"],
    });
});

test("a removed file is not sent with the sign-up", async () => {
  mockPortal(OPEN);
  const onFinish = vi.fn();
  renderInApp(<Setup onFinish={onFinish} />);

  await choose("Logo", logo);
  await userEvent.click(await screen.findByRole("button", { name: "Remove: Logo" }));
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));

  await expect.poll(() => onFinish.mock.calls[0]?.[0].upload_tickets).toEqual([]);
  expect(onFinish.mock.calls[0]?.[0].channel.logo).toBeUndefined();
});

test("the expired ticket of an uploaded file is fetched again", async () => {
  const calls = mockPortal(OPEN);
  const onFinish = vi.fn();
  renderInApp(<Setup onFinish={onFinish} />);
  await choose("Logo", logo);
  await screen.findByRole("button", { name: "Remove: Logo" });

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 9 * 60_000 });
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));

  await expect.poll(() => onFinish.mock.calls.length).toBe(1);
  expect(uploads(calls)).toBe(2);
});

test("the reason of a refused file is shown in its place", async () => {
  const refusal = new Refusal(21000, "`file` is empty", { field: "file", rule: "empty" });
  mockPortal({ ...OPEN, "/common/upload_not_logged": refusal });
  renderInApp(<Setup onFinish={() => {}} />);

  await choose("Logo", logo);

  const row = screen.getByRole("group", { name: "Logo" });
  expect(await within(row).findByText("The file is empty")).toBeTruthy();
});

test("the first refused field of the profile gets the focus, even in a collapsed section", async () => {
  mockPortal(OPEN);
  const wrong = {
    ...filledIn,
    company: { ...filledIn.company, postal_code: "1".repeat(300) },
    channel: { ...filledIn.channel, website: "joreviews" },
  };
  renderInApp(<Setup onFinish={() => {}} values={wrong} />);

  await userEvent.click(await screen.findByRole("button", { name: "Create account" }));
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText("Website"));

  await userEvent.clear(screen.getByLabelText("Website"));
  await userEvent.type(screen.getByLabelText("Website"), "https://joreviews.example");
  await userEvent.click(screen.getByRole("button", { name: "Create account" }));
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByLabelText("Postal code (optional)"));
});
