import { Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { NetworkOrder } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { ordersInput, pageOf, type TabProps } from "@/features/network/search";
import { network } from "@/text/network/network";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { DataTable } from "@/ui/table/DataTable";
import { CursorControls } from "@/ui/table/PageControls";
import { OrderFilters } from "./OrderFilters";
import { OrderReview } from "./OrderReview";
import { orderColumns } from "./orderColumns";

/** Orders of all publishers: chosen, then approved or rejected together. */
export function OrdersTab({ search, onSearch }: TabProps) {
  const [chosen, setChosen] = useState<NetworkOrder[]>([]);
  const ask = ordersInput(search);
  const answer = useQuery({ ...query("/network/orders", ask), placeholderData: keepPreviousData });
  const { data } = answer;
  const { perPage } = pageOf(search);
  const go = (changed: Partial<TabProps["search"]>) => {
    setChosen([]);
    onSearch({ ...search, cursor: undefined, ...changed });
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <OrderFilters search={search} onChange={go} />
        <Text size="xs" c="dimmed">
          {network.ordersHelp}
        </Text>
      </Group>
      <OrderReview chosen={chosen} onDone={() => setChosen([])} />
      <DataTable
        name="network_orders"
        label={network.orders}
        answer={answer}
        columns={orderColumns(search)}
        id={({ oid }) => oid}
        onOpen={({ oid }) => onSearch({ ...search, look: String(oid) })}
        opened={search.look ?? null}
        selection={{
          chosen,
          onChosen: setChosen,
          label: ({ order_id }) => order_id,
        }}
        hiddenByDefault={["uid"]}
        expected={perPage}
        empty={
          <EmptyState
            title={network.noOrders}
            help={network.noOrdersHelp}
            action={
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setChosen([]);
                  onSearch({ tab: "orders" });
                }}
              >
                {network.clear}
              </Button>
            }
          />
        }
        pages={
          data && (
            <CursorControls
              perPage={perPage}
              cursor={search.cursor}
              next={data.next}
              total={data.total}
              onChange={(page) => go({ perPage: page.perPage, cursor: page.cursor })}
            />
          )
        }
      />
    </Stack>
  );
}
