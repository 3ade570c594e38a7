"""Writes the bench's table with one of Python's own writers; prints the milliseconds that it took (of CSV: the second time).

Usage: write_table.py openpyxl|xlsxwriter|csv ROWS.json TARGET
"""

import csv
import datetime
import json
import sys
import time


def main(writer, source, target):
    with open(source, encoding="utf-8") as file:
        table = json.load(file)
    heads, dates = table["heads"], set(table["dates"])
    rows = [
        [datetime.date.fromisoformat(cell) if at in dates else cell for at, cell in enumerate(row)]
        for row in table["rows"]
    ]
    for _ in range(2 if writer == "csv" else 1):
        began = time.perf_counter()
        writers[writer](target, heads, rows)
    print(json.dumps({"milliseconds": (time.perf_counter() - began) * 1000}))


def with_openpyxl(target, heads, rows):
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Data")
    sheet.append(heads)
    for row in rows:
        sheet.append(row)
    book.save(target)


def with_xlsxwriter(target, heads, rows):
    import xlsxwriter

    book = xlsxwriter.Workbook(target, {"constant_memory": True, "default_date_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet("Data")
    sheet.write_row(0, 0, heads)
    for at, row in enumerate(rows, 1):
        sheet.write_row(at, 0, row)
    book.close()


def with_csv(target, heads, rows):
    with open(target, "w", newline="", encoding="utf-8-sig") as file:
        sheet = csv.writer(file)
        sheet.writerow(heads)
        sheet.writerows(rows)


writers = {"openpyxl": with_openpyxl, "xlsxwriter": with_xlsxwriter, "csv": with_csv}
main(*sys.argv[1:])
