import type { Slot } from '../../runtime/slots.ts'

/** A slot as a call names it: by its id, or else by masjid, date and time. */
export interface SlotName extends Slot {
  readonly slotId: string | null
}

/** The calls about slots, proposals and assignments, by the last part of their path. */
export type Call =
  | {
      readonly name: 'request_khateeb' | 'add_khutbah_request'
      readonly slot: SlotName
      readonly khateebUid: string
    }
  | {
      readonly name: Decision
      readonly slot: SlotName
      readonly khateebUid: string
      readonly requestId: string | null
    }
  | { readonly name: 'remove_khateeb'; readonly slot: SlotName; readonly assignmentId: string | null }
  | {
      readonly name: 'withdraw_khateeb'
      readonly slot: SlotName
      readonly khateebUid: string
      readonly assignmentId: string | null
    }
  | { readonly name: 'remove_slot'; readonly slot: SlotName }
  | {
      readonly name: 'add_khutbah'
      readonly masjidUid: string
      readonly date: string
      readonly times: readonly string[]
    }
  | {
      readonly name: 'notify_masjid'
      readonly khateebUid: string
      readonly date: string
      readonly time: string
    }

export type Decision =
  | 'accept_invite'
  | 'reject_invite'
  | 'revoke_invite'
  | 'approve_request_full'
  | 'reject_request_full'
  | 'revoke_sent_request'

/** The answer to a call: a success with its body, or a failure with its code. */
export type Answer =
  | { readonly status: 200; readonly body: Readonly<Record<string, unknown>> }
  | { readonly status: number; readonly code: string }
