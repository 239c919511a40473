import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { firstPaint } from './web/first-paint.ts'

const first = firstPaint.map((path) => `<rootDir>/${path}`)
const notWords = ['**/kit/**', '**/*.test.*']

export default defineConfig({
  locales: ['en'],
  sourceLocale: 'en',
  orderBy: 'message',
  // Line numbers would change with every line of a screen.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/web/words/first.{locale}', include: first, exclude: notWords },
    {
      path: '<rootDir>/web/words/rest.{locale}',
      include: ['<rootDir>/web'],
      exclude: [...first.flatMap((path) => [path, `${path}/**`]), ...notWords],
    },
  ],
})
