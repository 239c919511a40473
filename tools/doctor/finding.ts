export type Verdict = 'ok' | 'warning' | 'wrong'

/** What one look found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string
  readonly verdict: Verdict
  /** What is so and, where it isn't as it should be, what to do. It holds no secrets. */
  readonly sentence: string
}

/** The three findings that a check may have. */
export function findingsOf(check: string): Record<Verdict, (sentence: string) => Finding> {
  return {
    ok: (sentence) => ({ check, verdict: 'ok', sentence }),
    warning: (sentence) => ({ check, verdict: 'warning', sentence }),
    wrong: (sentence) => ({ check, verdict: 'wrong', sentence }),
  }
}

/** The worst of some verdicts; `ok` where there is none. */
export function worstOf(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict))
  if (verdicts.has('wrong')) return 'wrong'
  return verdicts.has('warning') ? 'warning' : 'ok'
}
