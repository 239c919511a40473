import { expect, test } from 'vitest'
import { startProgress } from './progress.ts'

function fakeOutput(isTTY: boolean) {
  const written: string[] = []
  return { written, isTTY, write: (text: string) => written.push(text) }
}

test('progress that is written to a file instead of a terminal has ten lines, one for each tenth of the steps', () => {
  const screen = fakeOutput(false)
  const progress = startProgress('Masjids', 20, screen)
  for (let i = 0; i < 20; i += 1) progress.step()
  progress.end()
  expect(screen.written).toHaveLength(10)
  expect(screen.written[0]).toBe('Masjids: 2 of 20\n')
  expect(screen.written.at(-1)).toMatch(/^Masjids: 20 of 20, \d+\.\d s\n$/u)
})

test('progress on a terminal is one line below the other messages', () => {
  const screen = fakeOutput(true)
  const progress = startProgress('Masjids', 2, screen)
  progress.step()
  progress.say('waiting')
  const text = screen.written.join('')
  expect(text.split('\n')).toHaveLength(2)
  expect(text).toContain('\u001b[2Kwaiting\n')
  expect(text).toMatch(/Masjids: 1 of 2$/u)
})
