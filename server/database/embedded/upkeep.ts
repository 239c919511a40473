import type { Pool } from 'pg'

/** Checkpoint when this much WAL stands since the last: it bounds the disk and the recovery after a crash. */
const WAL_BYTES = 16 * 1024 * 1024

/**
 * What PostgreSQL's background processes would do, of which the embedded form has none: vacuum and analyze
 * the tables that need it (autovacuum's own thresholds) and checkpoint (else WAL grows until the next close).
 * Everything goes through the pool, so it waits until no transaction is open.
 * Answers with what was done.
 */
export async function upkeep(pool: Pool): Promise<{ vacuumed: string[]; checkpointed: boolean }> {
  // https://www.postgresql.org/docs/18/routine-vacuuming.html#AUTOVACUUM: 50 + 20 % dead, 1000 + 20 % new
  // (an insert makes them), 50 + 10 % changed since the last analyze.
  const worn = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, relname) as name
    from pg_stat_all_tables
    where schemaname not in ('pg_toast', 'information_schema')
      and (n_dead_tup > 50 + 0.2 * n_live_tup
        or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
        or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
    order by 1`)
  const vacuumed = worn.rows.map((row) => row.name)
  for (const name of vacuumed) await pool.query(`vacuum (analyze) ${name}`)

  const wal = await pool.query<{ due: boolean }>(
    `select pg_current_wal_insert_lsn() - redo_lsn > $1::int as due from pg_control_checkpoint()`,
    [WAL_BYTES],
  )
  const checkpointed = wal.rows[0]?.due === true
  if (checkpointed) await pool.query('checkpoint')
  return { vacuumed, checkpointed }
}
