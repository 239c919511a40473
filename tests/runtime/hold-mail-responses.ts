import { vi } from 'vitest'

/** Delays a mail server's responses to letters whose recipient passes `isHeld`. By default, delays all responses. */
export function holdMailResponses(isHeld: (address: string) => boolean = () => true) {
  const held: { readonly address: string; readonly answer: () => void }[] = []
  let released = false
  return {
    /** The option `answerAfter` for `startMailServer`. */
    answerAfter: async (address: string) => {
      if (released || !isHeld(address)) return
      await new Promise<void>((resolve) => {
        held.push({ address, answer: resolve })
      })
    },
    /** Resolves when exactly `count` responses are delayed at the same time. Fails after 30 seconds. */
    until: (count: number) =>
      vi.waitFor(
        () => {
          if (held.length !== count) throw new Error(`${held.length} responses are held, not ${count}.`)
        },
        { timeout: 30_000, interval: 20 },
      ),
    /** Returns the sorted recipients whose responses are delayed. */
    waiting: () => held.map(({ address }) => address).toSorted((a, b) => a.localeCompare(b, 'en')),
    /** Sends the delayed responses. Later responses are not delayed. */
    release() {
      released = true
      for (const { answer } of held.splice(0)) answer()
    },
  }
}
