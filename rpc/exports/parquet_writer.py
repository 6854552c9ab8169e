"""A separate program: it reads CSV and writes its rows as a Parquet file, a row group in memory at a time.

Its arguments are the columns as JSON and the number of an open file to write to. It imports none of our modules, to
start fast and stay small; a web process never loads Arrow. An empty text is null.
"""

import json
import os
import sys
from typing import IO

import pyarrow as pa
from pyarrow import csv, parquet

BLOCK = 1024 * 1024
"""How many bytes of CSV are converted to columns at once."""
GROUP_ROWS = 50_000
TYPES = {
    "text": pa.string(),
    "integer": pa.int64(),
    "amount": pa.decimal128(28, 4),
    "rate": pa.decimal128(38, 18),
    "share": pa.decimal128(38, 18),
    "time": pa.timestamp("us", "UTC"),
    "day": pa.date32(),
    "flag": pa.bool_(),
}


def write(source: IO[bytes], columns: list[list[str]], target: IO[bytes]) -> None:
    """Write all rows; amounts are exact decimals, times are UTC."""
    types = {name: TYPES[kind] for name, kind, *_ in columns}
    schema = pa.schema(list(types.items()))
    reader = csv.open_csv(
        source,
        read_options=csv.ReadOptions(block_size=BLOCK, use_threads=False),
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=types,
            null_values=[""],
            true_values=["t"],
            false_values=["f"],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
        ),
    )
    with parquet.ParquetWriter(target, schema, compression="zstd") as writer:
        waiting: list[pa.RecordBatch] = []
        for batch in reader:
            waiting.append(batch)
            if sum(each.num_rows for each in waiting) >= GROUP_ROWS:
                writer.write_table(pa.Table.from_batches(waiting, schema))
                waiting.clear()
        writer.write_table(pa.Table.from_batches(waiting, schema))


if __name__ == "__main__":
    pa.set_cpu_count(1)
    column_json, descriptor = sys.argv[1:]
    with os.fdopen(int(descriptor), "w+b") as output:
        write(sys.stdin.buffer, json.loads(column_json), output)
    # When the machine is busy, Arrow's threads abort about one in some hundreds of interpreters that exit normally.
    os._exit(0)
