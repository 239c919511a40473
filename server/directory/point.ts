import type { Point } from '../../domain/directory/distance.ts'
import type { Reader } from '../database/database.ts'
import type { Caller } from '../http/route.ts'

/** Where a caller is: the middle of his ZIP. */
export async function pointOf(reader: Reader, { uid, role }: Caller): Promise<Point> {
  return reader
    .selectFrom(role === 'masjid' ? 'masjids' : 'khateebs')
    .where('uid', '=', uid)
    .select(['latitude', 'longitude'])
    .executeTakeFirstOrThrow()
}
