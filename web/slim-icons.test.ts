import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { slimIcon } from './slim-icons.ts'

const icons = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '..', 'esm', 'icons')

test('slimIcon keeps only the shape of an icon', () => {
  const code = slimIcon(readFileSync(join(icons, 'circle-exclamation-point.mjs'), 'utf8'))
  expect(code).toContain(`
const __iconData = {
  node: [
    ["circle", { cx: "12", cy: "12", r: "10" }],
    ["line", { x1: "12", x2: "12", y1: "8", y2: "12" }],
    ["line", { x1: "12", x2: "12.01", y1: "16", y2: "16" }]
  ]
};
const CircleExclamationPoint`)
})

test('slimIcon removes keys that are on lines of their own', () => {
  const code = slimIcon(readFileSync(join(icons, 'pencil.mjs'), 'utf8'))
  expect(code).toContain('["path", { d: "m15 5 4 4" }]')
  expect(code).not.toContain('key:')
})

// Leaves out the files that only give an icon another name.
test('every icon has the size that createIcon gives it', () => {
  const codes = readdirSync(icons)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(join(icons, file), 'utf8'))
    .filter((code) => code.includes('createLucideIcon(__iconData)'))
  expect(codes.filter((code) => !code.includes('\n  size: 24,\n'))).toEqual([])
  expect(codes.length).toBeGreaterThan(1_000)
})
