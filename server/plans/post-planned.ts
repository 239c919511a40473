import type { Plan } from '../../domain/khutbahs/plan.ts'
import type { Actor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { postSlots } from '../khutbahs/add-khutbah.ts'
import type { judgePosts } from './judge-posts.ts'
import { fridaysToPost } from './planned-slots.ts'
import type { PlanningMasjid } from './stored-plan.ts'

/** Posts slots of a masjid's plan, and records that their services are posted. The transaction must have locked the masjid. */
export async function postPlannedSlots(
  tx: Tx,
  masjid: PlanningMasjid,
  plan: Plan,
  { posts, existing, dropped }: Awaited<ReturnType<typeof judgePosts>>,
  by: Actor,
): Promise<void> {
  const added = await postSlots(tx, masjid.uid, posts, by)
  const ids = new Map([...added].map(([id, { date, time }]) => [`${date} ${time}`, id]))
  const done = [
    ...posts.map((it) => ({ ...it, slotId: ids.get(`${it.date} ${it.time}`) ?? null })),
    ...[...existing, ...dropped].map((it) => ({ ...it, slotId: null })),
  ]
  if (done.length > 0) {
    await tx
      .insertInto('planned_slots')
      .values(
        done.map(({ date, key, time, language, slotId }) => ({
          masjid_uid: masjid.uid,
          date,
          service_key: key,
          time,
          language,
          slot_id: slotId,
        })),
      )
      .execute()
  }
  const through = fridaysToPost(masjid, plan).at(-1)
  await tx
    .updateTable('plans')
    .set({ posted_through: through })
    .where('masjid_uid', '=', masjid.uid)
    .execute()
}
