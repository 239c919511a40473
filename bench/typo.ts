const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns the text with one typing mistake: a letter is left out, added, replaced, or swapped with the next. A text without letters stays
 * unchanged.
 */
export function withTypo(text: string, random: () => number): string {
  const characters = Array.from(text)
  const positions = characters.flatMap((character, i) => (/\p{L}/u.test(character) ? [i] : []))
  if (positions.length === 0) return text
  const pick = <T>(list: readonly T[], otherwise: T) => list[Math.floor(random() * list.length)] ?? otherwise
  for (;;) {
    const at = pick(positions, 0)
    const letter = pick(Array.from(letters), 'a')
    const [before, here = '', next = '', after] = [
      characters.slice(0, at).join(''),
      characters[at],
      characters[at + 1],
      characters.slice(at + 2).join(''),
    ]
    const mistake = pick(
      [
        before + next + after,
        before + letter + here + next + after,
        before + letter + next + after,
        before + next + here + after,
      ],
      text,
    )
    if (mistake.toLowerCase() !== text.toLowerCase()) return mistake
  }
}
