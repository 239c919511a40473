import { type Finding, worstOf } from './finding.ts'

/** Formats findings for people: a line each, then the number per verdict. */
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

/** Formats findings for programs: `{"verdict": …, "findings": [{"check", "verdict", "sentence"}]}`. */
export function asJson(findings: readonly Finding[]): string {
  return JSON.stringify({ verdict: worstOf(findings), findings })
}
