import pg from 'pg'

/**
 * How values come out of PostgreSQL: as the driver has it, but a `date` as `YYYY-MM-DD`. It is a day of a wall clock,
 * and as a Date it would move with the server's own zone.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}
