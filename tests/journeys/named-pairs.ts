import { databaseNow } from '../../server/database/database.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import type { openSite } from '../runtime/browser.ts'
import { newPair, type Pair } from './every-screen.ts'

type SiteWithDatabase = Pick<Awaited<ReturnType<typeof openSite>>, 'url' | 'database'>

/** Signs up a pair whose names and texts contain very long words, by default in Dearborn. */
export function newPairWithLongNames(url: string, zipCode = '48126'): Promise<Pair> {
  return newPair(url, {
    masjid: {
      zipCode,
      masjidName: 'Masjid'.repeat(33),
      masjidAddress: '1 Donaudampfschifffahrtsgesellschaftsstrasse '.repeat(4),
      website: `www.${'a-long-name'.repeat(5)}.example.org/${'path'.repeat(20)}`,
    },
    khateeb: { zipCode, firstName: 'Abdurrahman'.repeat(9), lastName: 'Muhammad'.repeat(12) },
    bio: 'NoSpaceAtAll'.repeat(40),
  })
}

/**
 * Signs up a verified pair with short names. This pair is far from other pairs, so that the lists of one pair don't show accounts of
 * another pair.
 */
export async function newPairWithShortNames({ url, database }: SiteWithDatabase): Promise<Pair> {
  const zipCode = '99501'
  const pair = await newPair(url, {
    masjid: { masjidName: 'Masjid an-Nur', zipCode },
    khateeb: { firstName: 'Yusuf', lastName: 'Khan', zipCode },
  })
  await database.transaction(async (tx) => {
    for (const { uid, email } of [pair.masjid, pair.khateeb]) {
      await runOperatorCommand(tx, { uid }, { kind: 'verify', on: true })
      await tx
        .updateTable('people')
        .set({ email_verified_at: databaseNow })
        .where('email', '=', email)
        .execute()
    }
  })
  return pair
}

/** Signs up a pair with long Arabic names and texts. */
export function newArabicPair(url: string): Promise<Pair> {
  return newPair(url, {
    masjid: { masjidName: 'مسجد النور الكبير '.repeat(11), masjidAddress: '12 شارع النور' },
    khateeb: { firstName: 'عبد الرحمن', lastName: `محمد ${'الشيخ '.repeat(15)}` },
    bio: 'خطيب ومعلم للقرآن الكريم. '.repeat(10),
  })
}
