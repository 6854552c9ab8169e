"""Files of rows: CSV that is safe in a spreadsheet, and XLSX and Parquet, which processes of their own write."""
