"""DuckDB on the same orders and clicks, sorted by publisher and time: a question in, its milliseconds out."""

import json
import os
import sys
import time

sys.path.insert(0, os.environ["PEERS"])
import duckdb

TABLES = {
    "orders": "publisher_id bigint, moment timestamp, mid bigint, status varchar, amount decimal(14, 2),"
    " commission decimal(14, 2)",
    "clicks": "publisher_id bigint, moment timestamp, mid bigint, verdict varchar",
}
QUESTIONS = {
    "day": "select moment::date as key, count(*), sum(amount), sum(commission) from orders"
    " where publisher_id = ? and moment >= ? and moment < ? group by 1 order by 1",
    "brand": "select mid as key, count(*), sum(amount), sum(commission) from orders"
    " where publisher_id = ? and moment >= ? and moment < ? group by 1 order by 1",
    "clicks by day": "select moment::date, count(*) filter (where verdict = 'valid') from clicks"
    " where publisher_id = ? and moment >= ? and moment < ? group by 1 order by 1",
    "clicks by brand": "select mid, count(*) filter (where verdict = 'valid') from clicks"
    " where publisher_id = ? and moment >= ? and moment < ? group by 1 order by 1",
}

db = duckdb.connect(os.environ["FILE"])
db.execute("set threads = 1")
for line in sys.stdin:
    asked = json.loads(line)
    if "load" in asked:
        table = asked["load"]
        db.execute(f"create table {table} ({TABLES[table]})")
        db.execute(f"copy {table} from '{asked['file']}' (format csv, header false)")
        print(json.dumps(0), flush=True)
        continue
    began = time.perf_counter()
    for question in asked["questions"]:
        db.execute(QUESTIONS[question], asked["values"]).fetchall()
    print(json.dumps((time.perf_counter() - began) * 1000), flush=True)
