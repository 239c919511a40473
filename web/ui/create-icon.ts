import { createElement, type SVGAttributes } from 'react'

interface IconShape {
  readonly node: readonly [tag: string, attributes: Readonly<Record<string, string>>][]
}

/**
 * Creates an icon from its shape. `web/slim-icons.ts` uses it in place of Lucide's function, which also supports other sizes, strokes and
 * class names. Our icons have CSS classes for their size and color, and are decorative.
 */
export default function createIcon({ node }: IconShape) {
  return function Icon(attributes: SVGAttributes<SVGElement>) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...attributes,
      },
      ...node.map(([tag, shape]) => createElement(tag, shape)),
    )
  }
}
