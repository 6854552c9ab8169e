/** Whether the Downloads dialog is open: the header opens it, and so does an export. */
import { create } from "zustand";

export const useDownloadsStore = create<{ opened: boolean }>()(() => ({ opened: false }));

export const openDownloads = (opened = true) => useDownloadsStore.setState({ opened });
