import { useCallback, useState } from "react";
import { FILE_LARGEST, ORDERS_FILE_LARGEST } from "@/api/gen/codes.gen";
import { file as words } from "@/text/core/file";
import { APP_ID } from "./app";
import { type Data, postRequest } from "./call";
import { onError } from "./onError";
import { useSession } from "./session";

type UploadPath =
  | "/common/upload"
  | "/common/upload_not_logged"
  | "/network/orders_file"
  | "/reports/books_file";

/** Tables, which are larger than pictures. */
const TABLES: UploadPath[] = ["/network/orders_file", "/reports/books_file"];

/** Sends one file after another; a failure is shown next to the field, and reported as that of every call. */
export function useUpload<P extends UploadPath>(path: P) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = useCallback(
    async (file: File): Promise<Data<P> | null> => {
      // The server stops reading at this size, which a browser would report as a network error.
      const largest = TABLES.includes(path) ? ORDERS_FILE_LARGEST : FILE_LARGEST;
      if (file.size > largest) {
        setError(words.tooLarge(largest));
        return null;
      }
      setBusy(true);
      setError(null);
      try {
        return await upload(path, file);
      } catch (thrown) {
        const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
        onError(failure);
        setError(failure.message);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [path],
  );
  return { busy, error, send };
}

/** Uploads a file; the answer holds its URL. */
async function upload<P extends UploadPath>(path: P, file: File): Promise<Data<P>> {
  const body = new FormData();
  body.set("data", JSON.stringify({ appId: APP_ID, token: useSession.getState().token }));
  body.set("file", file);
  return postRequest(path, { body });
}
