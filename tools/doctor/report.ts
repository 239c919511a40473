import { type Finding, worstOf } from './finding.ts'

/** The findings for a person: a line each, and their numbers. */
export function asText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.map(
    ({ check, verdict, sentence }) => `${verdict.padEnd(7)}  ${check.padEnd(width)}  ${sentence}`,
  )
  const counts = (['wrong', 'warning', 'ok'] as const).map(
    (verdict) => `${verdict}: ${findings.filter((it) => it.verdict === verdict).length}`,
  )
  return [...lines, '', counts.join(', ')].join('\n')
}

/** The findings for a program: `{"verdict": …, "findings": [{"check", "verdict", "sentence"}]}`. */
export function asJson(findings: readonly Finding[]): string {
  return JSON.stringify({ verdict: worstOf(findings), findings })
}
