import { sql } from 'kysely'

/** What khateeb `k` is called. */
export const khateebName = sql<string>`k.first_name || ' ' || k.last_name`
