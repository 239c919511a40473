import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool, type PoolClient } from 'pg'

type Transaction = { open: boolean }

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void

const current = new AsyncLocalStorage<Transaction>()

/** Somebody asked the pool for a second connection while holding an open transaction: a bug in our code. */
export class QueryOutsideTransactionError extends Error {
  override readonly name = 'QueryOutsideTransactionError'

  constructor() {
    super(
      'This code holds an open transaction but sent a query through the pool. ' +
        'Pass the transaction along and query through it.',
    )
  }
}

/**
 * Runs `work`, the inside of an open transaction. Until it settles, whatever `work` awaits may not ask a
 * GuardedPool for a connection. The transaction runner calls it between BEGIN and COMMIT:
 * `db.transaction().execute((trx) => insideTransaction(() => work(trx)))`.
 */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction: Transaction = { open: true }
  try {
    return await current.run(transaction, work)
  } finally {
    // What `work` started without awaiting it keeps this context: from here on it may use the pool again.
    transaction.open = false
  }
}

/**
 * A `pg.Pool` that refuses a query at once, with QueryOutsideTransactionError, when the same flow of control
 * holds an open transaction. On a pool of one (the embedded database) such a query would wait for itself for
 * ever; on PostgreSQL it would see other data than its transaction and take a second connection.
 * Queries of other requests are untouched: they wait for their turn.
 */
export class GuardedPool extends Pool {
  // pool.query() connects through here as well.
  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (current.getStore()?.open !== true) {
      return callback === undefined ? super.connect() : super.connect(callback)
    }
    const mistake = new QueryOutsideTransactionError()
    if (callback === undefined) return Promise.reject(mistake)
    process.nextTick(callback, mistake, undefined, () => {})
  }
}
