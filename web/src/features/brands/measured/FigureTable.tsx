import { Box, Text } from "@mantine/core";
import { Fragment } from "react";

import { useMoney } from "@/api/user/useMoney";
import { measured as words } from "@/text/brands/measured";
import { Hint } from "@/ui/base/Hint";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { type FigureColumn, figureRows } from "./figures";
import classes from "./Measured.module.css";

interface FigureTableProps {
  columns: FigureColumn[];
  /** The validation days that the brand promises; null if there are several brands. */
  validationDays: number | null;
  paymentDays: number | null;
}

/** Measured figures side by side, each with the number of orders behind it. */
export function FigureTable({ columns, validationDays, paymentDays }: FigureTableProps) {
  const groups = figureRows(validationDays, paymentDays, useMoney());
  return (
    <Box className={classes.frame} tabIndex={0} role="region" aria-label={words.figures}>
      <SmallTable label={words.figures}>
        <thead>
          <tr>
            <Head>{words.figure}</Head>
            {columns.map(({ key, name }) => (
              <Head key={key} numeric>
                {name}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, rows }) => (
            <Fragment key={name}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {name}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={row.key}>
                  <Cell>{row.name}</Cell>
                  {columns.map((column) => {
                    const { text, orders } = row.cell(column);
                    return (
                      <Cell key={column.key} numeric>
                        {orders === null ? (
                          <Hint>{text}</Hint>
                        ) : (
                          <>
                            <Text fw={500} size="sm">
                              {text}
                            </Text>
                            <Hint>{orders}</Hint>
                          </>
                        )}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </SmallTable>
    </Box>
  );
}
