interface DrawingProps {
  /** Address of an SVG file with one symbol, `drawing`. Its colours are tokens, so it follows the theme. */
  src: string
  /** Width by height, e.g. `3/2`: keeps its room until it is there. */
  ratio: '3/2' | '6/5'
}

const ratios = { '3/2': 'aspect-3/2', '6/5': 'aspect-6/5' }

/** A drawing of ours, as wide as where it stands. It says nothing that the text beside it doesn't. */
export function Drawing({ src, ratio }: DrawingProps) {
  return (
    <svg className={`h-auto w-full ${ratios[ratio]}`} aria-hidden="true">
      <use href={`${src}#drawing`} />
    </svg>
  )
}
