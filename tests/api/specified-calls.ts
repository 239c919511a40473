import { type Example, validValues } from './example-calls.ts'
import type { Scenario, SlotState } from './scenario.ts'

interface CallOptions {
  /** The state that the call needs. By default `open`. */
  readonly state?: SlotState
  /** The names of the payload's fields, separated by spaces. */
  readonly payload?: string
  /** Values of the payload that differ from `specifiedValues`. */
  readonly values?: object
  /** Paths in the response that must have a value, separated by spaces. */
  readonly response?: string
}

/** A call of the specification: its method, path, every field of its payload, and fields of its response. */
export interface SpecifiedCall extends CallOptions {
  readonly method: 'GET' | 'POST'
  /** The specified path, with `{}` around ids. */
  readonly path: string
  readonly by: Example['by']
}

function get(path: string, by: Example['by'], details: CallOptions): SpecifiedCall {
  return { method: 'GET', path, by, ...details }
}

function post(path: string, by: Example['by'], details: CallOptions): SpecifiedCall {
  return { method: 'POST', path, by, ...details }
}

const slotFields = 'masjidUid khutbahDate khutbahTime'
const placeFields = 'zipCode city stateCode latitude longitude'
/** Fields of the sign-up payloads that the server ignores. */
const ignoredFields = 'role paid freeTrial verified'

/** The calls of the specification, in its order. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  get('/random_ayah', 'visitor', {
    response: 'uthmani_script.verses.0.text_uthmani translation.translations.0.text',
  }),
  post('/api/check_user_role', 'khateeb', { payload: 'uid', response: 'role' }),
  post('/geocode', 'visitor', { payload: 'city stateCode zipCode', response: 'latitude longitude' }),
  post('/khateeb_signup', 'visitor', {
    payload: `firstName lastName email password phone ${placeFields} ${ignoredFields}`,
  }),
  post('/masjid_signup', 'visitor', {
    payload: `masjidName masjidAddress email password website phone ${placeFields} ${ignoredFields}`,
    values: { role: 'masjid' },
  }),
  get('/get_masjids', 'khateeb', { response: '0.uid 0.masjidName 0.city 0.latitude 0.longitude' }),
  get('/get_khateebs', 'masjid', { response: '0.uid 0.firstName 0.lastName 0.city 0.latitude 0.longitude' }),
  get('/get_masjid_details/{masjidId}', 'visitor', {
    response:
      'masjidName city masjidAddress phone website khutbahs.0.date khutbahs.0.times.0.time.time khutbahs.0.times.0.khateeb',
  }),
  get('/get_khateeb_details/{id}', 'masjid', {
    state: 'requested',
    response: 'firstName lastName bio expertise phone',
  }),
  post('/get_my_khutbahs', 'khateeb', {
    state: 'confirmed',
    payload: 'khateebUid',
    response: '0.date 0.time.time 0.masjidName',
  }),
  post('/accept_invite', 'khateeb', {
    state: 'invited',
    payload: `khateebUid ${slotFields} khateebName requestId`,
  }),
  post('/reject_invite', 'khateeb', {
    state: 'invited',
    payload: `khateebUid ${slotFields} requestId masjidName masjidEmail`,
  }),
  post('/notify_masjid', 'khateeb', { state: 'confirmed', payload: 'masjidName masjidEmail date time' }),
  post('/revoke_sent_request', 'khateeb', { state: 'requested', payload: `khateebUid ${slotFields}` }),
  post('/add_khutbah', 'masjid', { payload: 'masjidUid date times' }),
  post('/remove_khateeb', 'masjid', { state: 'confirmed', payload: slotFields }),
  post('/request_khateeb', 'masjid', {
    payload: `${slotFields} masjidName masjidEmail khateebUid khateebName`,
  }),
  post('/approve_request_full', 'masjid', { state: 'requested', payload: `${slotFields} requesterId` }),
  post('/reject_request_full', 'masjid', { state: 'requested', payload: `${slotFields} requesterId` }),
  post('/revoke_invite', 'masjid', { state: 'invited', payload: `${slotFields} khateebUid` }),
  post('/add_khutbah_request', 'khateeb', {
    payload: `${slotFields} masjidEmail khateebName khateebId khateebEmail`,
  }),
  post('/check_khateeb_assignment', 'masjid', {
    state: 'confirmed',
    payload: 'masjidUid khateebId khutbahDate',
    response: 'isAssigned',
  }),
]

/** Returns a value for each specified field, by name. */
export function specifiedValues(scenario: Scenario, by: Example['by']): Readonly<Record<string, unknown>> {
  return {
    ...validValues(scenario, by),
    times: [
      { time: '14:15', khateeb: 'None' },
      { time: { time: '15:30' }, khateeb: null },
    ],
    // The server ignores the fields below.
    masjidName: 'Any name',
    masjidEmail: 'any@minbar.example',
    khateebName: 'Any name',
    khateebEmail: 'any@minbar.example',
    city: 'Dearborn',
    stateCode: 'MI',
    latitude: 42.32,
    longitude: -83.18,
    role: 'khateeb',
    paid: false,
    freeTrial: true,
    verified: false,
  }
}
