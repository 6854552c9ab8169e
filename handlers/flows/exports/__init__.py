"""Reports as files: one module for each report, and what they share.

A new report is a member of `ExportReport`, a module with its `open_rows`, and its line in `reports.EXPORTS`.
"""
