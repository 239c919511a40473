interface SaidProps {
  readonly words: string
  readonly className?: string
}

/**
 * Somebody's words within a sentence of ours, in their own direction. As a property they are no part of the sentence: put into
 * its text they would be taken apart with it where it is made into elements, and a name like `<0>` be one.
 */
export function Said({ words, className }: SaidProps) {
  return <bdi className={className}>{words}</bdi>
}
