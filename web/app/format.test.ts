import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatMiles } from './format.ts'
import './i18n.ts'

/** Imports the module again, because its formatters take the viewer's time zone when they are created. */
async function reimportFormat() {
  vi.resetModules()
  return import('./format.ts')
}

describe.each(['UTC', 'Asia/Karachi', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'wall-clock formatting in %s',
  (zone) => {
    beforeEach(() => {
      vi.stubEnv('TZ', zone)
    })
    afterEach(() => {
      vi.unstubAllEnvs()
    })

    test.each([
      ['00:00', '12:00 AM'],
      ['09:05', '9:05 AM'],
      ['12:00', '12:00 PM'],
      ['13:30', '1:30 PM'],
      ['23:59', '11:59 PM'],
    ])('formatTime shows %s as %s', async (time, shown) => {
      const { formatTime } = await reimportFormat()
      expect(formatTime(time)).toBe(shown)
    })

    test('formatDate and formatDayAndDate show the masjid’s calendar day', async () => {
      const { formatDate, formatDayAndDate } = await reimportFormat()
      expect(formatDate('2026-12-31')).toBe('December 31, 2026')
      expect(formatDayAndDate('2026-11-27')).toBe('Friday, November 27, 2026')
    })
  },
)

describe('distances', () => {
  test.each([
    [0, 'Less than a mile'],
    [0.99, 'Less than a mile'],
    [1, '1 mile'],
    [12.34, '12.3 miles'],
    [1234.56, '1,234.6 miles'],
  ])('formatMiles shows %d as %s', (distance, shown) => {
    expect(formatMiles(distance)).toBe(shown)
  })
})
