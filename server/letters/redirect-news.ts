import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { newsKinds } from './content/news-kinds.ts'
import { isUnsent } from './letter-predicates.ts'

/**
 * Sends the waiting news of a person to their new address: the old one may be lost, or a stranger's. Letters about the account stay,
 * because they protect the owner of the old address.
 */
export async function redirectNews(tx: Tx, from: string, to: string): Promise<void> {
  await tx
    .updateTable('letters')
    .set({ recipient: to })
    .where('recipient', '=', from)
    .where(isUnsent('letters'))
    .where(sql<boolean>`(kind = any(${newsKinds}) or kind = 'gathered')`)
    .execute()
}
