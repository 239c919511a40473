import pg from 'pg'

/**
 * pg's default parsers, except that a `date` stays a `YYYY-MM-DD` string: a Date would shift the day with the server's own time
 * zone.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}
