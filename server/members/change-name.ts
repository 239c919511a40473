import type { InputOf } from '../../contract/endpoint.ts'
import type { changeName as endpoint } from '../../contract/members.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { Caller } from '../http/route.ts'

/** Changes the caller's own name, which the other members see. */
export async function changeName(
  tx: Tx,
  { name }: InputOf<typeof endpoint>,
  caller: Caller,
): Promise<{ changed: boolean }> {
  const renamed = await tx
    .updateTable('people')
    .set({ name })
    .where('id', '=', caller.personId)
    .where('left_at', 'is', null)
    .where((person) => person('name', 'is distinct from', name))
    .executeTakeFirst()
  if (renamed.numUpdatedRows === 0n) return { changed: false }
  await recordAudit(tx, caller, [{ event: 'name_changed', masjidUid: caller.uid, personId: caller.personId }])
  return { changed: true }
}
