import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { slim } from './slim-contract.ts'

test('of an endpoint a caller gets its name, method and path', () => {
  const code = slim(
    'khutbahs.ts',
    "export const add = endpoint({ name: 'add', method: 'POST', path: '/add', body: z.object({ date: day('Date') }) })",
  )
  expect(code).toContain("{ name: 'add', method: 'POST', path: '/add', ...{} }")
})

test('what a module declares is dropped by a bundler where nobody uses it', () => {
  expect(slim('fields.ts', 'const id = z.string().check(z.regex(/^a$/))\nconst most = 3')).toBe(
    'const id = /* @__PURE__ */ (() => (z.string().check(z.regex(/^a$/))))()\nconst most = 3',
  )
})

const contract = fileURLToPath(new URL('../contract', import.meta.url))

test.each(readdirSync(contract).filter((it) => it.endsWith('.ts')))(
  'contract/%s is still a module when it is slim',
  (file) => {
    const code = slim(file, readFileSync(`${contract}/${file}`, 'utf8'))
    expect(parseSync(file, code).errors).toEqual([])
  },
)
