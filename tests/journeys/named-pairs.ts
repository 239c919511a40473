import { newPair, type Pair } from './every-screen.ts'

/** Signs up a pair whose names and texts have long words without spaces. */
export function newPairWithLongNames(url: string): Promise<Pair> {
  return newPair(url, {
    masjid: {
      masjidName: 'Masjid'.repeat(33),
      masjidAddress: '1 Donaudampfschifffahrtsgesellschaftsstrasse '.repeat(4),
      website: `www.${'a-long-name'.repeat(5)}.example.org/${'path'.repeat(20)}`,
    },
    khateeb: { firstName: 'Abdurrahman'.repeat(9), lastName: 'Muhammad'.repeat(12) },
    bio: 'NoSpaceAtAll'.repeat(40),
  })
}

/** Signs up a pair with long Arabic names and texts. */
export function newArabicPair(url: string): Promise<Pair> {
  return newPair(url, {
    masjid: { masjidName: 'مسجد النور الكبير '.repeat(11), masjidAddress: '12 شارع النور' },
    khateeb: { firstName: 'عبد الرحمن', lastName: `محمد ${'الشيخ '.repeat(15)}` },
    bio: 'خطيب ومعلم للقرآن الكريم. '.repeat(10),
  })
}
