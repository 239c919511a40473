import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { inviteKhateebs as endpoint } from '../../contract/proposals.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { proposeKhateebsForSlots } from './propose-several.ts'

/** Invites each of the khateebs to each of the slots of a masjid: see `proposeKhateebsForSlots`. */
export async function inviteKhateebs(
  tx: Tx,
  input: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<Omit<OutputOf<typeof endpoint>, 'by'>> {
  const created = await proposeKhateebsForSlots(tx, 'invite', input, by)
  const invited = new Set(created.map(({ khateeb }) => khateeb.uid)).size
  return { changed: created.length > 0, invited, invites: created.length }
}
