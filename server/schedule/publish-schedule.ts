import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type * as contract from '../../contract/schedule.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Queryable, Tx } from '../database/database.ts'
import type { Caller } from '../http/route.ts'

type ChangeOutcome = { readonly changed: boolean }

/** Returns the slug of a masjid's public schedule (null if unpublished), and a suggested slug. */
export async function ownSchedule(
  reader: Queryable,
  { uid }: Pick<Caller, 'uid'>,
): Promise<OutputOf<typeof contract.getSchedule>> {
  const { masjidName, city, zipCode, slug } = await reader
    .selectFrom('masjids as m')
    .leftJoin('schedules as s', 's.masjid_uid', 'm.uid')
    .where('m.uid', '=', uid)
    .select(['m.masjid_name as masjidName', 'm.city', 'm.zip_code as zipCode', 's.slug'])
    .executeTakeFirstOrThrow()
  return { slug, suggestion: slugOf(`${masjidName} ${city}`) ?? `masjid-${zipCode}` }
}

/** Converts a name to a slug. Undefined if the name has too few Latin letters. */
function slugOf(name: string): string | undefined {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/[’'\p{Mn}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/gu, '')
  return slug.length < 3 ? undefined : slug
}

/** Publishes a masjid's schedule with this slug. A database constraint ensures that no other masjid has the slug. */
export async function publishSchedule(
  tx: Tx,
  { slug }: InputOf<typeof contract.publishSchedule>,
  caller: Caller,
): Promise<ChangeOutcome> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('schedules')
    .values({ masjid_uid: caller.uid, slug })
    .onConflict((conflict) =>
      conflict.column('masjid_uid').doUpdateSet({ slug }).where('schedules.slug', '<>', slug),
    )
    .executeTakeFirst()
  return auditChange(tx, caller, 'schedule_published', numInsertedOrUpdatedRows === 1n)
}

/** Ends the publication of a masjid's schedule. */
export async function unpublishSchedule(tx: Tx, _: unknown, caller: Caller): Promise<ChangeOutcome> {
  const { numDeletedRows } = await tx
    .deleteFrom('schedules')
    .where('masjid_uid', '=', caller.uid)
    .executeTakeFirst()
  return auditChange(tx, caller, 'schedule_unpublished', numDeletedRows === 1n)
}

async function auditChange(
  tx: Tx,
  caller: Caller,
  event: 'schedule_published' | 'schedule_unpublished',
  changed: boolean,
): Promise<ChangeOutcome> {
  if (changed) await recordAudit(tx, caller, [{ event, masjidUid: caller.uid }])
  return { changed }
}

/** Sets whether signed-out visitors see a khateeb's name, or only “Confirmed”. */
export async function changePublicName(
  tx: Tx,
  { named }: InputOf<typeof contract.changePublicName>,
  caller: Caller,
): Promise<ChangeOutcome> {
  const { numUpdatedRows } = await tx
    .updateTable('khateebs')
    .set({ named_publicly: named })
    .where('uid', '=', caller.uid)
    .where('named_publicly', '<>', named)
    .executeTakeFirst()
  const changed = numUpdatedRows === 1n
  const what = ['namedPublicly']
  if (changed)
    await recordAudit(tx, caller, [{ event: 'profile_changed', khateebUid: caller.uid, changed: what }])
  return { changed }
}
