"""A connection to MariaDB or MySQL by libmariadb, the C library that the client `mariadb` has as well."""

import ctypes
import ctypes.util


class Refused(Exception):
    """What the server says of a statement: the error's state and its message."""

    def __init__(self, state: str, message: str):
        super().__init__(message)
        self.state, self.message = state, message


class Connection:
    def __init__(self, socket: str):
        self.library = ctypes.CDLL(ctypes.util.find_library("mariadb") or "libmariadb.so.3")
        for name, answer in (("init", ctypes.c_void_p), ("real_connect", ctypes.c_void_p),
                             ("store_result", ctypes.c_void_p), ("sqlstate", ctypes.c_char_p),
                             ("error", ctypes.c_char_p), ("fetch_row", ctypes.POINTER(ctypes.c_char_p))):
            getattr(self.library, "mysql_" + name).restype = answer
        self.connection = ctypes.c_void_p(self.library.mysql_init(None))
        if not self.library.mysql_real_connect(self.connection, None, b"root", None, None, 0, socket.encode(),
                                               ctypes.c_ulong(0)):
            raise SystemExit(self.error().message)
        self.ask("SET NAMES utf8mb4")

    def error(self) -> Refused:
        return Refused(self.library.mysql_sqlstate(self.connection).decode(),
                       self.library.mysql_error(self.connection).decode())

    def ask(self, sql: str) -> list[str]:
        """The first column of all rows."""
        data = sql.encode()
        if self.library.mysql_real_query(self.connection, data, ctypes.c_ulong(len(data))):
            raise self.error()
        result = ctypes.c_void_p(self.library.mysql_store_result(self.connection))
        if not result and self.library.mysql_errno(self.connection):
            raise self.error()
        rows = []
        while result and (row := self.library.mysql_fetch_row(result)):
            rows.append((row[0] or b"").decode())
        self.library.mysql_free_result(result)
        return rows
