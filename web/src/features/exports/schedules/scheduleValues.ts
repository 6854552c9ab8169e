/** The values of the form of a schedule, and the draft that they become. */
import type { Attributes } from "@/api/call";
import type {
  Every,
  ExportReport,
  ExportSchedule,
  ScheduleFormat,
  TargetKind,
  View,
  ViewDays,
} from "@/api/gen/types.gen";

/** The reports that are delivered for days relative to the run. */
const DATED: ExportReport[] = ["performance", "transactions", "clicks", "payments", "deliveries"];
const DATES = ["start_date", "end_date"];
const VIEW = "view:";

export interface ScheduleValues {
  name: string;
  /** The report, or `view:` and the id of a saved view. */
  source: string;
  days: ViewDays;
  incremental: boolean;
  every: Every;
  format: ScheduleFormat;
  kind: TargetKind;
  endpoint: string;
  region: string;
  bucket: string;
  access_key: string;
  host: string;
  port: number | "";
  user: string;
  /** Whether the secret of an SFTP server is a private key. */
  by_key: boolean;
  secret: string;
  host_key: string;
  folder: string;
  password: string;
}

const sourceOf = ({ view_id, report }: ExportSchedule) =>
  view_id === null ? report : `${VIEW}${view_id}`;

export function toValues(saved: ExportSchedule | null): ScheduleValues {
  return {
    name: saved?.name ?? "",
    source: saved ? sourceOf(saved) : "transactions",
    days: saved?.days ?? "last_30",
    incremental: saved?.incremental ?? false,
    every: saved?.every ?? "day",
    format: saved?.format ?? "csv",
    kind: saved?.kind ?? "s3",
    endpoint: saved?.endpoint ?? "",
    region: saved?.region ?? "",
    bucket: saved?.bucket ?? "",
    access_key: saved?.access_key ?? "",
    host: saved?.host ?? "",
    port: saved?.port ?? 22,
    user: saved?.user ?? "",
    by_key: false,
    secret: "",
    host_key: saved?.host_key ?? "",
    folder: saved?.folder ?? "",
    password: "",
  };
}

/** The filter that a schedule keeps: its own, as long as it delivers the same. */
function filterOf(values: ScheduleValues, saved: ExportSchedule | null): Record<string, unknown> {
  if (values.source.startsWith(VIEW)) return {};
  if (saved && sourceOf(saved) === values.source) {
    const kept = Object.entries(saved.filter).filter(
      ([name]) => !values.incremental || !DATES.includes(name),
    );
    return Object.fromEntries(kept);
  }
  return values.source === "performance" ? { group_by: ["date", "brand"] } : {};
}

/** Whether the filter has days of its own, which were saved through the API. */
export const hasFixedDays = (values: ScheduleValues, saved: ExportSchedule | null) =>
  DATES.some((name) => name in filterOf(values, saved));

export const isDated = ({ source, incremental }: ScheduleValues) =>
  !incremental && DATED.some((report) => report === source);

export function toDraft(
  values: ScheduleValues,
  saved: ExportSchedule | null,
  views: View[],
): Attributes<"/reports/schedule_save"> {
  const view = views.find(({ id }) => `${VIEW}${id}` === values.source);
  const { name, every, format, kind, folder, secret, password } = values;
  const incremental = values.source === "transactions" && values.incremental;
  const target =
    kind === "s3"
      ? {
          endpoint: values.endpoint,
          region: values.region,
          bucket: values.bucket,
          access_key: values.access_key,
        }
      : {
          host: values.host,
          port: values.port === "" ? undefined : Number(values.port),
          user: values.user,
          host_key: values.host_key,
        };
  const days = isDated(values) && !hasFixedDays(values, saved) ? values.days : undefined;
  return {
    id: saved?.id,
    name,
    report: view?.report ?? (values.source as ExportReport),
    view_id: view?.id,
    filter: filterOf(values, saved),
    days,
    incremental,
    every,
    format,
    kind,
    ...target,
    folder,
    secret,
    password,
  } as Attributes<"/reports/schedule_save">;
}
