import type { Actor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { ChangeActor } from '../letters/content/member-letter-props.ts'
import { personName } from '../sql-fragments/person-name.ts'

/** The person who changed a masjid’s members, for letters about the change. */
export interface ActorInLetters {
  /** Null if the operator made the change. */
  readonly personId: string | null
  /** Returns who made the change, for a letter to this recipient. */
  for(recipientId: string): ChangeActor
}

/** Reads the name of the person who changes a masjid’s members. Call this before that person’s account is deleted. */
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
