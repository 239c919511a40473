import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as contract from '../../contract/khutbahs.ts'
import * as slotMoveCalls from '../../contract/slot-moves.ts'
import * as topicCalls from '../../contract/topics.ts'
import { findEarlierAct, runWithEarlierAct } from '../audit/earlier-act.ts'
import { type Route, signedInRoute, transactionRoute } from '../http/route.ts'
import { serveFileOfCall } from '../http/serve-file-of-call.ts'
import { masjidChangeRoute } from '../proposals/earlier-act.ts'
import { isConfirmed } from '../proposals/is-confirmed.ts'
import { addKhutbah } from './add-khutbah.ts'
import { confirmedKhutbahs } from './confirmed-khutbahs.ts'
import { describeSlots } from './describe-slots.ts'
import { moveSeveralSlots, moveSlot } from './move-slots.ts'
import { pastKhutbahs } from './past-khutbahs.ts'
import { previewMove, previewMoves } from './preview-move.ts'
import { removeSeveralSlots, removeSlot } from './remove-slots.ts'
import { seasonFile } from './season-file.ts'
import { nameTopic, recentTopicsForKhateeb, topicsForMasjid } from './topics.ts'

export function khutbahRoutes(): Route[] {
  return [
    addKhutbahRoute(),
    masjidChangeRoute(contract.removeSlot, removeSlot, ['slot_removed']),
    masjidChangeRoute(slotMoveCalls.moveSlot, moveSlot, ['slot_moved']),
    masjidChangeRoute(contract.removeSlots, removeSeveralSlots, ['slot_removed']),
    masjidChangeRoute(slotMoveCalls.moveSlots, moveSeveralSlots, ['slot_moved']),
    masjidChangeRoute(contract.describeSlots, describeSlots, []),
    transactionRoute(topicCalls.nameTopic, nameTopic),
    signedInRoute(topicCalls.getTopicsAtMasjid, recentTopicsForKhateeb),
    signedInRoute(topicCalls.getTopics, topicsForMasjid),
    signedInRoute(slotMoveCalls.previewMove, previewMove),
    signedInRoute(slotMoveCalls.previewMoves, previewMoves),
    signedInRoute(contract.getSeasonFile, ({ database }, input) => seasonFile(database.db, input)),
    signedInRoute(contract.getMyKhutbahs, ({ database }, input) => confirmedKhutbahs(database.db, input)),
    signedInRoute(contract.getPastKhutbahs, pastKhutbahs),
    signedInRoute(contract.checkKhateebAssignment, async ({ database }, input) => {
      const query = { masjidUid: input.masjidUid, date: input.khutbahDate }
      return { isAssigned: await isConfirmed(database.db, input.khateebId, query) }
    }),
  ]
}

/** Serves the file of `getSeasonFile` at `/masjids/me/season.csv`, so that a browser can download it by a link. */
export function serveSeasonFile(server: FastifyInstance): void {
  serveFileOfCall(server, {
    address: '/masjids/me/season.csv',
    callFor: () => contract.getSeasonFile.path.replace('{uid}', 'me'),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'khutbahs.csv',
  })
}

/** Returns the route to post a khutbah. If all slots existed already, the response names the member who posted the last of them. */
function addKhutbahRoute(): Route {
  return signedInRoute(contract.addKhutbah, ({ caller, database, transact }, input) =>
    runWithEarlierAct<Awaited<ReturnType<typeof addKhutbah>>>(
      () => transact((tx) => addKhutbah(tx, input, caller)),
      {
        refused: () => undefined,
        succeeded: ({ added, slots }) =>
          added.length > 0
            ? undefined
            : findEarlierAct(database.db, caller, {
                events: ['slot_posted'],
                // If a colleague has removed all of these slots meanwhile, `slots` is empty, and no event matches.
                concerns: (acts) =>
                  acts.where(sql<boolean>`e.slot_id = any(${slots.map((it) => it.slotId)}::uuid[])`),
              }),
      },
    ),
  )
}
