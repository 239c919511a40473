import type { Role } from '../../contract/endpoint.ts'
import { table } from '../terminal/table.ts'
import type { DemoSession } from './demo-sessions.ts'
import { demoPassword } from './people.ts'

const shown = 3

/** A table of a few accounts to sign in with. */
export function signInTable(
  people: Readonly<Record<'masjids' | 'khateebs', readonly DemoSession[]>>,
): string {
  const rows = [...rowsOf('masjid', people.masjids), ...rowsOf('khateeb', people.khateebs)]
  return table(['sign in as', 'who', 'e-mail', 'password'], rows)
}

function rowsOf(role: Role, people: readonly DemoSession[]): string[][] {
  return people.slice(0, shown).map(({ name, email }) => [role, name, email, demoPassword])
}
