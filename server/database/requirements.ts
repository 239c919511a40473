/** The oldest major version of PostgreSQL that Minbar supports. */
export const oldestPostgres = 15

/** The extensions that the migrations create. */
export const requiredExtensions = ['cube', 'btree_gist', 'pg_trgm']
