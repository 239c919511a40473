import type { Actor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { ChangedBy } from '../letters/content/letter.ts'
import { personName } from '../sql-fragments/person-name.ts'

/** Who changed a masjid's members, for the letters about it. */
export interface ActorInLetters {
  /** Null for the operator. */
  readonly personId: string | null
  /** What a letter to a member of the masjid says. */
  for(recipientId: string): ChangedBy
}

/** Reads the name of the person who changes a masjid's members. Call it before the person's account is deleted. */
export async function describeActor(
  tx: Tx,
  by: Actor | { readonly personId: string | null },
): Promise<ActorInLetters> {
  const personId = 'personId' in by ? by.personId : null
  if (personId === null) return { personId, for: () => ({ who: 'operator', name: null }) }
  const { name } = await tx
    .selectFrom('people as p')
    .where('p.id', '=', personId)
    .select(personName('p').as('name'))
    .executeTakeFirstOrThrow()
  return {
    personId,
    for: (recipientId) =>
      recipientId === personId ? { who: 'recipient', name: null } : { who: 'colleague', name },
  }
}
