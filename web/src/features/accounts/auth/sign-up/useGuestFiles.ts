import type { UseFormReturnType } from "@mantine/form";

import { useUpload } from "@/api/useUpload";

import type { UploadedFile } from "./signUpDraft";
import type { SignUpValues } from "./signUpValues";

/** A ticket lasts ten minutes; an older one is renewed in time. */
const RESEND_AFTER = 8 * 60_000;

export type GuestFiles = ReturnType<typeof useGuestFiles>;

/** The files of a sign-up: each is uploaded when it is chosen, and again if the form takes too long. */
export function useGuestFiles(form: UseFormReturnType<SignUpValues>) {
  const logo = useUpload("/common/upload_not_logged");
  const kit = useUpload("/common/upload_not_logged");
  const { files } = form.values;
  const set = (changed: Partial<typeof files>) =>
    form.setFieldValue("files", { ...form.getValues().files, ...changed });
  const sendFile = async (by: typeof kit, chosen: File): Promise<UploadedFile | null> => {
    const stored = await by.send(chosen);
    return stored && { ...stored, chosen, at: Date.now() };
  };
  const again = async (file: UploadedFile) =>
    Date.now() - file.at < RESEND_AFTER ? file : sendFile(kit, file.chosen);
  return {
    ...files,
    busy: logo.busy || kit.busy,
    sendingLogo: logo.busy,
    sendingKit: kit.busy,
    logoError: logo.error,
    kitError: kit.error,
    async chooseLogo(chosen: File) {
      const file = await sendFile(logo, chosen);
      if (file) set({ logo: file });
    },
    async addKit(chosen: File) {
      const file = await sendFile(kit, chosen);
      if (file) set({ kits: [...form.getValues().files.kits, file] });
    },
    removeLogo: () => set({ logo: null }),
    removeKit: (url: string) => set({ kits: files.kits.filter((file) => file.url !== url) }),
    /** Uploads expired files again; false if that failed. */
    async resendExpired(): Promise<boolean> {
      const now = form.getValues().files;
      const fresh = now.logo && (await again(now.logo));
      const kits: UploadedFile[] = [];
      for (const file of now.kits) {
        const sentAgain = await again(file);
        if (sentAgain) kits.push(sentAgain);
      }
      set({ logo: fresh, kits });
      return Boolean(fresh) === Boolean(now.logo) && kits.length === now.kits.length;
    },
  };
}
