import { vi } from 'vitest'

/** Holds a mail server's responses to letters whose recipient passes `isHeld`; by default all. */
export function holdMailResponses(isHeld: (address: string) => boolean = () => true) {
  const held: { readonly address: string; readonly answer: () => void }[] = []
  let released = false
  return {
    /** Pass this as `answerAfter` to `startMailServer`. */
    answerAfter: async (address: string) => {
      if (released || !isHeld(address)) return
      await new Promise<void>((resolve) => {
        held.push({ address, answer: resolve })
      })
    },
    /** Resolves when exactly `count` responses are held at once. Fails after 30 seconds. */
    until: (count: number) =>
      vi.waitFor(
        () => {
          if (held.length !== count) throw new Error(`${held.length} responses are held, not ${count}.`)
        },
        { timeout: 30_000, interval: 20 },
      ),
    /** The recipients whose responses are held, sorted. */
    waiting: () => held.map(({ address }) => address).toSorted((a, b) => a.localeCompare(b, 'en')),
    /** Sends the held responses, and holds no more. */
    release() {
      released = true
      for (const { answer } of held.splice(0)) answer()
    },
  }
}
