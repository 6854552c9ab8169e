import { useCallback, useState } from "react";

import { type Data, upload } from "./call";

type UploadPath = Parameters<typeof upload>[0];

/** Sends one file after another; what stands in the way of one is told in its place. */
export function useUpload<P extends UploadPath>(path: P) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = useCallback(
    async (file: File): Promise<Data<P> | null> => {
      setBusy(true);
      setError(null);
      try {
        return await upload(path, file);
      } catch (thrown) {
        setError(thrown instanceof Error ? plain(thrown.message) : String(thrown));
        return null;
      } finally {
        setBusy(false);
      }
    },
    [path],
  );
  return { busy, error, send };
}

/** A message about a request names the field as the wire does; a person chose a file. */
function plain(message: string): string {
  return message.replace("`file`", "The file");
}
