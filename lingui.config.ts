import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { firstPaintFiles } from './web/first-paint-files.ts'

const first = firstPaintFiles.map((path) => `<rootDir>/${path}`)
const ofMembers = ['members', 'directory', 'blocking', 'proposals', 'khutbahs', 'dashboards'].map(
  (folder) => `<rootDir>/web/${folder}`,
)
const ofAccount = ['<rootDir>/web/identity/account', '<rootDir>/web/audit']
const ofVisitors = ['about', 'identity/*-page.tsx', 'identity/signed-out-only.tsx'].map(
  (path) => `<rootDir>/web/${path}`,
)
const ofFields = '<rootDir>/web/app/field-sentences.ts'
const notWords = ['**/kit/**', '**/*.test.*']

export default defineConfig({
  locales: ['en'],
  sourceLocale: 'en',
  orderBy: 'message',
  // Line numbers would change the catalogs with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/web/words/first.{locale}', include: first, exclude: notWords },
    { path: '<rootDir>/web/words/fields.{locale}', include: [ofFields] },
    { path: '<rootDir>/web/words/members.{locale}', include: ofMembers, exclude: notWords },
    { path: '<rootDir>/web/words/account.{locale}', include: ofAccount, exclude: notWords },
    { path: '<rootDir>/web/words/visitors.{locale}', include: ofVisitors, exclude: notWords },
    {
      path: '<rootDir>/web/words/everybody.{locale}',
      include: ['<rootDir>/web'],
      exclude: [
        ...[...first, ...ofMembers, ...ofAccount, ...ofVisitors, ofFields].flatMap((path) => [
          path,
          `${path}/**`,
        ]),
        ...notWords,
      ],
    },
  ],
})
