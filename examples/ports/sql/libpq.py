"""A connection to PostgreSQL by libpq, the C library that psql has as well."""

import ctypes
import ctypes.util

# What libpq calls PGRES_COMMAND_OK and PGRES_TUPLES_OK.
DONE, ROWS = 1, 2


class Connection:
    def __init__(self, url: str):
        self.libpq = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
        for name, answer in (("connectdb", ctypes.c_void_p), ("exec", ctypes.c_void_p),
                             ("execParams", ctypes.c_void_p),
                             ("getvalue", ctypes.c_char_p), ("errorMessage", ctypes.c_char_p)):
            getattr(self.libpq, "PQ" + name).restype = answer
        self.connection = ctypes.c_void_p(self.libpq.PQconnectdb(url.encode()))
        if self.libpq.PQstatus(self.connection) != 0:
            raise SystemExit(self.error())
        # A sequence that is not there yet is no news.
        self.run("SET client_min_messages = warning")

    def error(self) -> str:
        return self.libpq.PQerrorMessage(self.connection).decode()

    def run(self, sql: str) -> None:
        """Statements without an answer."""
        result = ctypes.c_void_p(self.libpq.PQexec(self.connection, sql.encode()))
        status = self.libpq.PQresultStatus(result)
        self.libpq.PQclear(result)
        if status != DONE:
            raise SystemExit(self.error())

    def ask(self, sql: str, *texts: str) -> list[str]:
        """The first column of all rows."""
        values = (ctypes.c_char_p * len(texts))(*(text.encode() for text in texts))
        result = ctypes.c_void_p(self.libpq.PQexecParams(
            self.connection, sql.encode(), len(texts), None, values, None, None, 0))
        try:
            if self.libpq.PQresultStatus(result) != ROWS:
                raise SystemExit(self.error())
            return [self.libpq.PQgetvalue(result, row, 0).decode()
                    for row in range(self.libpq.PQntuples(result))]
        finally:
            self.libpq.PQclear(result)
