import { Text } from "@mantine/core";
import { useEffect } from "react";

import { takeSwitch } from "@/api/session";
import classes from "@/features/core/shell/Shell.module.css";
import { publisherLine } from "@/text/core/publisherLine";
import { toast } from "@/ui/feedback/toasts";

interface PublisherLineProps {
  name: string;
  /** Whether it is shown: a sidebar names the publisher otherwise. */
  shown: boolean | undefined;
}

/** Names the publisher of somebody who works for several, and says once that it was switched, in this tab or another. */
export function PublisherLine({ name, shown }: PublisherLineProps) {
  useEffect(() => {
    const tab = takeSwitch();
    if (tab) toast.success(publisherLine.switched[tab](name));
  }, [name]);
  return (
    shown && (
      <Text size="xs" className={classes.publisher} title={name} truncate>
        {publisherLine.worksFor(name)}
      </Text>
    )
  );
}
