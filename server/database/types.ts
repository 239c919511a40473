import pg from 'pg'

/** `date` (OID 1082, pg_type.dat) is a day of a wall clock: as a Date it would move with the server's own zone. */
const dateOid = 1082

/** How values come out of PostgreSQL: as the driver has it, but dates as `YYYY-MM-DD`. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === dateOid) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}
