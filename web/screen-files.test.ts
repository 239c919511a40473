import { expect, test } from 'vitest'
import { filesWithImports } from './screen-files.ts'

test('filesWithImports includes dynamic imports only if `lazily` is set', () => {
  const file = 'app/lazy-dialog.tsx'
  const atOnce = filesWithImports([file], { lazily: false })
  expect([...atOnce]).toEqual(expect.arrayContaining([file, 'ui/after-paint.ts', 'app/failure-message.ts']))
  expect(atOnce).not.toContain('ui/toast-stack.tsx')
  expect(filesWithImports([file], { lazily: true })).toContain('ui/toast-stack.tsx')
})

test('filesWithImports leaves out files that are imported only for types', () => {
  expect([...filesWithImports(['ui/tone.ts', 'ui/notice.tsx'], { lazily: true })]).toEqual([
    'ui/tone.ts',
    'ui/notice.tsx',
  ])
  expect(filesWithImports(['app/use-pages.ts'], { lazily: true })).not.toContain('ui/show-more.tsx')
})
