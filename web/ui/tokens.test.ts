import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** Returns the relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(theme: 'light' | 'dark', name: string, ground: string): number {
  const [one, other] = [name, ground].map((token) => {
    const color = tokens.get(token)
    if (color === undefined) throw new Error(`There is no color ${token}`)
    return luminance(color[theme])
  })
  if (one === undefined || other === undefined) return 0
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

const grounds = ['page', 'surface', 'sunken']
const textColorPairs = [
  ...grounds.flatMap((ground) =>
    ['ink', 'muted', 'accent', 'accent-strong', 'brass', 'danger'].map((text) => [text, ground] as const),
  ),
  ...['accent', 'info', 'success', 'warning', 'danger'].flatMap((tone) =>
    [tone, 'ink'].map((text) => [text, `${tone}-soft`] as const),
  ),
  ...['accent', 'accent-strong'].map((ground) => ['on-accent', ground] as const),
  ...['fill', 'fill-strong', 'danger-fill', 'danger-fill-strong'].map(
    (ground) => ['on-fill', ground] as const,
  ),
  ['accent-strong', 'accent-soft'] as const,
]
const edgeColorPairs = grounds.flatMap((ground) =>
  ['edge', 'focus', 'accent', 'danger'].map((edge) => [edge, ground] as const),
)
edgeColorPairs.push(
  ...['fill', 'danger-fill'].flatMap((fill) => [[fill, 'page'] as const, [fill, 'surface'] as const]),
)

test.each(['light', 'dark'] as const)(
  'every text color has a contrast of at least 4.5:1 in the %s theme',
  (theme) => {
    const tooFaint = textColorPairs.filter(([text, ground]) => contrast(theme, text, ground) < 4.5)
    expect(tooFaint).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'control and focus borders have a contrast of at least 3:1 in the %s theme',
  (theme) => {
    const tooFaint = edgeColorPairs.filter(([edge, ground]) => contrast(theme, edge, ground) < 3)
    expect(tooFaint).toEqual([])
  },
)
