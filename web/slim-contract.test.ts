import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { stripForPage } from './slim-contract.ts'

test('stripForPage keeps only the method and path of an endpoint', () => {
  const code = stripForPage(
    'khutbahs.ts',
    "export const add = endpoint('POST', '/add', { access: 'anyone', body: z.object({ date: day('Date') }) })",
  )
  expect(code).toContain("endpoint('POST', '/add', {})")
})

test('stripForPage marks a constant list as free of side effects', () => {
  expect(stripForPage('fields.ts', "const checks = [needed('date')] as const")).toContain(
    "/* @__PURE__ */ (() => ([needed('date')] as const))()",
  )
})

test('stripForPage marks a constant as free of side effects, so that a bundler can drop it', () => {
  expect(stripForPage('fields.ts', 'const id = z.string().check(z.regex(/^a$/))\nconst most = 3')).toBe(
    'const id = /* @__PURE__ */ (() => (z.string().check(z.regex(/^a$/))))()\nconst most = 3',
  )
})

const contract = fileURLToPath(new URL('../contract', import.meta.url))

test.each(readdirSync(contract).filter((it) => it.endsWith('.ts')))(
  'contract/%s has no syntax errors after stripForPage',
  (file) => {
    const code = stripForPage(file, readFileSync(`${contract}/${file}`, 'utf8'))
    expect(parseSync(file, code).errors).toEqual([])
  },
)
