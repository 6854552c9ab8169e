import { useState } from "react";
import type { Profile } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";

type Field = "nickname" | "phone" | "company" | "time_zone" | "currency" | "notifications";

/**
 * The versions of some fields as a form has read them, so that it overwrites no change of another
 * window; `renew` after they were saved.
 */
export function useVersions(fields: Field[]) {
  const { versions: latest } = useUser() as Pick<Profile, "versions">;
  const [read, setRead] = useState<Profile["versions"] | null>(latest);
  if (read === null) setRead(latest);
  const versions = Object.fromEntries(
    fields.flatMap((name) => {
      const version = (read ?? latest)?.[name];
      return version ? [[name, version]] : [];
    }),
  );
  return { versions, renew: () => setRead(null) };
}
