import type { Tx } from '../database/database.ts'
import type { PersonalLetter } from '../letters/content/letter.ts'
import type { MemberLetters } from '../letters/content/member-letter-props.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import type { ActorInLetters } from './actor-in-letters.ts'
import { type LockedMasjid, type Member, membersOf, nameInLetter } from './masjid-members.ts'

/** Returns the props that all letters about a masjid's members have. */
export function memberLetterProps(masjid: LockedMasjid, reader: Member) {
  return { name: nameInLetter(masjid, reader), masjidUid: masjid.uid, masjidName: masjid.name }
}

/** Returns the letters to the other owners about a new owner. */
export function lettersAboutNewOwner(
  tx: Tx,
  masjid: LockedMasjid,
  owner: Member,
  actor: ActorInLetters,
  how: MemberLetters['owner_added']['how'],
) {
  return lettersToOtherOwners(tx, masjid, owner, actor, (change) => ({
    kind: 'owner_added',
    props: { ...change, how },
  }))
}

/** Returns the letters to the other owners about an owner who left or was removed. */
export function lettersAboutFormerOwner(tx: Tx, masjid: LockedMasjid, owner: Member, actor: ActorInLetters) {
  const how = actor.personId === owner.personId ? 'left' : 'removed'
  return lettersToOtherOwners(tx, masjid, owner, actor, (change) => ({
    kind: 'owner_removed',
    props: { ...change, how },
  }))
}

/** The props of a letter about a new or former owner, without the reason (`how`). */
type OwnerChange = Omit<MemberLetters['owner_added'], 'how'>

async function lettersToOtherOwners(
  tx: Tx,
  masjid: LockedMasjid,
  about: Member,
  actor: ActorInLetters,
  letterWith: (change: OwnerChange) => PersonalLetter,
): Promise<AddressedLetter[]> {
  const others = membersOf(tx, masjid.uid).where('m.role', '=', 'owner').where('p.id', '<>', about.personId)
  const owner = about.name === null ? about.email : `${about.name} (${about.email})`
  return (await others.execute()).map((it) => {
    const change = {
      ...memberLetterProps(masjid, it),
      owner,
      by: actor.for(it.personId),
    }
    return { to: it.email, letter: letterWith(change) }
  })
}
