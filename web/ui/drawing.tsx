interface DrawingProps {
  /** URL of an SVG file that has a symbol with the id `drawing`. The file uses color tokens, so the drawing follows the theme. */
  src: string
  /** Width to height. Reserves the space until the file has loaded. */
  ratio: '3/2' | '6/5'
}

const ratios = { '3/2': 'aspect-3/2', '6/5': 'aspect-6/5' }

/** A decorative illustration, as wide as its container. */
export function Drawing({ src, ratio }: DrawingProps) {
  return (
    <svg className={`h-auto w-full ${ratios[ratio]}`} aria-hidden="true">
      <use href={`${src}#drawing`} />
    </svg>
  )
}
