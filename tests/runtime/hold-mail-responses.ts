import { vi } from 'vitest'

/** Holds back a mail server's answers until a test releases them. */
export interface HeldMailResponses {
  /** For `answerAfter` of a mail server. */
  readonly answerAfter: (address: string) => Promise<void>
  /** Resolves when the answers for `count` letters are held back at the same time. */
  until(count: number): Promise<void>
  /** The addresses of the letters whose answers are held back, sorted. */
  waiting(): readonly string[]
  /** Gives the answers that are held back, and holds back no more. */
  release(): void
}

/** Holds back the answers to letters for the addresses that `isHeld` picks; by default for all. */
export function holdMailResponses(isHeld: (address: string) => boolean = () => true): HeldMailResponses {
  const held: { readonly address: string; readonly answer: () => void }[] = []
  let released = false
  return {
    async answerAfter(address) {
      if (released || !isHeld(address)) return
      await new Promise<void>((resolve) => {
        held.push({ address, answer: resolve })
      })
    },
    until: (count) =>
      vi.waitFor(
        () => {
          if (held.length !== count) throw new Error(`${held.length} answers are held back, not ${count}.`)
        },
        { timeout: 30_000, interval: 20 },
      ),
    waiting: () => held.map(({ address }) => address).toSorted((a, b) => a.localeCompare(b, 'en')),
    release() {
      released = true
      for (const { answer } of held.splice(0)) answer()
    },
  }
}
