"""What a user of LibreOffice does with a workbook: work-on.py PROGRAM SETTINGS BOOK RESULT, the deeds (Python over `book`) on stdin."""

import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

program, settings, source, result = sys.argv[1:]
pipe = "tearsheet" + str(time.time_ns())
office = subprocess.Popen([program, settings, "--headless", "--norestore", f"--accept=pipe,name={pipe};urp"])
resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
for _ in range(400):
    try:
        context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except NoConnectException:
        if office.poll() is not None:
            sys.exit("LibreOffice ended")
        time.sleep(0.1)
else:
    office.kill()
    sys.exit("LibreOffice did not answer")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
try:
    book = desktop.loadComponentFromURL(source, "_blank", 0, ())
    exec(sys.stdin.read(), {"book": book, "sheets": book.Sheets, "uno": uno})
    how = PropertyValue(Name="FilterName", Value="Calc MS Excel 2007 XML")
    book.storeToURL(result, (how,))
    book.close(True)
finally:
    try:
        desktop.terminate()
    except Exception:
        office.kill()
    office.wait(20)
