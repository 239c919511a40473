import type { Point } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import type { Caller } from '../http/route.ts'

/** Where a caller is: the middle of his ZIP. */
export async function pointOf(database: Database, { uid, role }: Caller): Promise<Point> {
  const [point] = await pointIn[role](database, { uid })
  if (point === undefined) throw new Error(`There is no ${role} ${uid}`)
  return point
}

const pointIn = {
  masjid: statement((reader, given: Given<{ uid: string }>) =>
    reader.selectFrom('masjids').where('uid', '=', given('uid')).select(['latitude', 'longitude']),
  ),
  khateeb: statement((reader, given: Given<{ uid: string }>) =>
    reader.selectFrom('khateebs').where('uid', '=', given('uid')).select(['latitude', 'longitude']),
  ),
}
