/** Texts of downloads and of the buttons that export a report. */
export const download = {
  title: "Download",
  opener: "Downloads",
  help: "Files you exported. Each is deleted seven days after you asked for it.",
  list: "Your downloads",
  pages: "Pages of downloads",
  clearAll: "Clear All",
  empty: "No data ~.",
  processing: "Processing",
  queued: "It starts in a moment",
  rowsSoFar: (rows: string) => `${rows} rows so far`,
  failed: "Failed",
  retry: (name: string) => `Retry ${name}`,
  download: (name: string) => `Download ${name}`,
  delete: (name: string) => `Delete ${name}`,
  about: (size: string, until: string) => `${size}, until ${until}`,
  deleteOne: "Are you sure you want to delete?",
  deleteAll: "Are you sure you want to delete all downloads?",
  deleted: "Delete success!",

  export: "Export",
  formats: { csv: "CSV", xlsx: "Excel (XLSX)", parquet: "Parquet" },
};
