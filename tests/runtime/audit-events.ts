import type { Database } from '../../server/database/database.ts'
import type { TestAccount } from './people.ts'

/** Returns the audit rows about these people in order, as `who: event [changed fields] (khateeb)`. Leaves out `account_created`. */
export async function auditEventsOf({ db }: Database, people: readonly TestAccount[]): Promise<string[]> {
  const uids = people.map((it) => it.uid)
  const nameOf = (uid: string) => people.find((it) => it.uid === uid)?.name ?? uid
  const rows = await db
    .selectFrom('audit')
    .where((where) => where.or([where('masjid_uid', 'in', uids), where('khateeb_uid', 'in', uids)]))
    .where('event', '!=', 'account_created')
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map((it) => {
    const who = it.by_uid === null ? it.by_role : nameOf(it.by_uid)
    const event = it.changed === null ? it.event : `${it.event} [${it.changed.join()}]`
    return `${who}: ${event}${it.khateeb_uid === null ? '' : ` (${nameOf(it.khateeb_uid)})`}`
  })
}
