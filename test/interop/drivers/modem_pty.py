"""A serial line for programs that want a device: a pseudo-terminal whose octets go to a TCP port and come from it.

    modem_pty.py PORT       prints the name of the device, and ends with the connection
"""
import os
import pty
import selectors
import socket
import sys
import tty

main, device = pty.openpty()
tty.setraw(device)
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
print(os.ttyname(device), flush=True)
selector = selectors.DefaultSelector()
selector.register(main, selectors.EVENT_READ)
selector.register(line, selectors.EVENT_READ)
while True:
    for key, _ in selector.select():
        octets = os.read(main, 4096) if key.fd == main else line.recv(4096)
        if not octets:
            sys.exit(0)
        if key.fd == main:
            line.sendall(octets)
        else:
            os.write(main, octets)
