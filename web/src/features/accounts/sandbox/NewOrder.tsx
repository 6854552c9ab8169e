import { Button, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { LifePath } from "@/api/gen/types.gen";
import { sandbox as words } from "@/text/accounts/sandbox";
import { Panel } from "@/ui/layout/Panel";
import { useAdvance } from "./advance";

const PATHS = Object.entries(words.paths).map(([value, label]) => ({ value, label }));

/** Begins a test order, whose life goes a way that is chosen first. */
export function NewOrder() {
  const [path, setPath] = useState<LifePath>("approve");
  const advance = useAdvance();
  const begin = (whole: boolean) => advance.mutate({ attributes: { path, whole } });
  return (
    <Panel title={words.begin}>
      <NativeSelect
        label={words.path}
        data={PATHS}
        value={path}
        maw={360}
        onChange={({ currentTarget }) => setPath(currentTarget.value as LifePath)}
      />
      <Group gap="sm">
        <Button loading={advance.isPending} onClick={() => begin(true)}>
          {words.whole}
        </Button>
        <Button variant="default" disabled={advance.isPending} onClick={() => begin(false)}>
          {words.byStage}
        </Button>
      </Group>
    </Panel>
  );
}
