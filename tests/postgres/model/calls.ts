import type { Slot } from '../../runtime/slots.ts'

/** How a call identifies a slot: by id, or else by masjid, date and time. */
export interface SlotReference extends Slot {
  readonly slotId: string | null
}

/** The calls about slots, proposals and assignments, by the last part of their path. */
export type Call = Readonly<
  | { name: 'request_khateeb' | 'add_khutbah_request'; slot: SlotReference; khateebUid: string }
  | { name: Decision; slot: SlotReference; khateebUid: string; requestId: string | null }
  | { name: 'remove_khateeb'; slot: SlotReference; assignmentId: string | null }
  | { name: 'withdraw_khateeb'; slot: SlotReference; khateebUid: string; assignmentId: string | null }
  | { name: 'remove_slot'; slot: SlotReference }
  | { name: 'remove_slots'; masjidUid: string; slotIds: string[] }
  | { name: 'describe_slots'; masjidUid: string; slotIds: string[]; note: string }
  | { name: 'invite_khateebs'; masjidUid: string; khateebUids: string[]; slotIds: string[] }
  | { name: 'request_slots'; khateebUid: string; slotIds: string[] }
  | { name: 'add_khutbah'; masjidUid: string; date: string; times: readonly string[]; weeks: number }
  | { name: 'notify_masjid'; khateebUid: string; date: string; time: string }
>

/** The type of the calls with this name. */
export type CallTo<Name extends Call['name']> = Extract<Call, { readonly name: Name }>

export type Decision =
  | 'accept_invite'
  | 'reject_invite'
  | 'revoke_invite'
  | 'approve_request_full'
  | 'reject_request_full'
  | 'revoke_sent_request'

/** The response to a call: a success with its body, or a failure with its code. */
export type CallResult =
  | { readonly status: 200; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: number; readonly code: string }
