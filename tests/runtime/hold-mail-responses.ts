import { vi } from 'vitest'

/** Delays a mail server's responses until the test releases them. */
export interface HeldMailResponses {
  /** Pass this as `answerAfter` to `startMailServer`. */
  readonly answerAfter: (address: string) => Promise<void>
  /** Resolves when exactly `count` responses are held at once. Fails after 30 seconds. */
  until(count: number): Promise<void>
  /** The recipients whose responses are held, sorted. */
  waiting(): readonly string[]
  /** Sends the held responses, and holds no more. */
  release(): void
}

/** Holds the responses to letters whose recipient passes `isHeld`; by default all. */
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
          if (held.length !== count) throw new Error(`${held.length} responses are held, not ${count}.`)
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
