import { expect, test } from 'vitest'
import { openCountText } from './open-count.ts'

const filled = { khateebUid: 'khateeb', begun: false }
const open = { khateebUid: null, begun: false }
const missed = { khateebUid: null, begun: true }

test.each([
  ['Filled', [filled, filled]],
  ['1 open', [filled, open]],
  ['2 open', [open, missed, open]],
  // A slot that has begun without a khateeb is neither open nor filled.
  ['0 open', [missed, filled]],
])('openCountText says “%s”', (text, slots) => {
  expect(openCountText(slots)).toBe(text)
})
