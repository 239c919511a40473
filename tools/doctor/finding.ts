export type Verdict = 'ok' | 'warning' | 'wrong'

/** A result of a check. */
export interface Finding {
  /** What was checked, in a word or two. */
  readonly check: string
  readonly verdict: Verdict
  /** The state and, if it is a problem, what to do. It must not contain secrets. */
  readonly sentence: string
}

/** Constructors for the findings of a check, by verdict. */
export function findingsOf(check: string): Record<Verdict, (sentence: string) => Finding> {
  return {
    ok: (sentence) => ({ check, verdict: 'ok', sentence }),
    warning: (sentence) => ({ check, verdict: 'warning', sentence }),
    wrong: (sentence) => ({ check, verdict: 'wrong', sentence }),
  }
}

/** The worst verdict; `ok` without findings. */
export function worstOf(findings: readonly Finding[]): Verdict {
  const verdicts = new Set(findings.map(({ verdict }) => verdict))
  if (verdicts.has('wrong')) return 'wrong'
  return verdicts.has('warning') ? 'warning' : 'ok'
}
