import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { slimIcon } from './slim-icons.ts'

const icons = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '..', 'esm', 'icons')

test('slimIcon keeps only the shape of an icon', () => {
  const code = slimIcon(readFileSync(join(icons, 'circle-exclamation-point.mjs'), 'utf8'))
  expect(code).toContain(`
const __iconData = {
  size: 24,
  node: [
    ["circle", { cx: "12", cy: "12", r: "10" }],
    ["line", { x1: "12", x2: "12", y1: "8", y2: "12" }],
    ["line", { x1: "12", x2: "12.01", y1: "16", y2: "16" }]
  ]
};
const CircleExclamationPoint`)
})
