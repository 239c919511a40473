import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { newsKinds } from './content/news-kinds.ts'
import { isUnsent } from './letter-predicates.ts'

/**
 * Redirects the unsent news of a person to their new address: the old address may be lost, or a stranger's. Letters about the account still
 * go to the old address, because they protect its owner.
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
