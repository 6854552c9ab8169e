import { Skeleton } from "@mantine/core";

import { loadable } from "@/ui/base/loadable";

/** The links created so far: their table is below the form and loads after it. */
export const LazyLinkList = loadable(
  () => import("./LinkList").then(({ LinkList }) => LinkList),
  <Skeleton h={480} radius="lg" />,
);
