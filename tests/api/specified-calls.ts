import { randomUUID } from 'node:crypto'
import { password } from '../runtime/people.ts'
import type { Scenario, SlotState } from './fixture.ts'

/** A call of the specification: method, path, every field of its payload, and fields of its response. */
export interface SpecifiedCall {
  readonly method: 'GET' | 'POST'
  /** As specified, with `{}` around ids. */
  readonly path: string
  readonly by: 'visitor' | 'khateeb' | 'masjid'
  readonly state?: SlotState
  /** The path with ids filled in, if it has any. */
  readonly at?: (scenario: Scenario) => string
  readonly payload?: (scenario: Scenario) => Readonly<Record<string, unknown>>
  /** Paths in the response that must have a value. */
  readonly answers?: readonly string[]
}

/** Fields of the sign-up payloads that the server ignores. */
const standing = (role: string) => ({ role, paid: false, freeTrial: true, verified: false })
const place = { zipCode: '48126', city: 'Dearborn', stateCode: 'MI', latitude: 42.32, longitude: -83.18 }
const named = { masjidName: 'Any name', masjidEmail: 'any@minbar.example' }

/** Section 7 of the specification, in its order. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  {
    method: 'GET',
    path: '/random_ayah',
    by: 'visitor',
    answers: ['uthmani_script.verses.0.text_uthmani', 'translation.translations.0.text'],
  },
  {
    method: 'POST',
    path: '/api/check_user_role',
    by: 'khateeb',
    payload: ({ khateebUid }) => ({ uid: khateebUid }),
    answers: ['role'],
  },
  {
    method: 'POST',
    path: '/geocode',
    by: 'visitor',
    payload: () => ({ city: 'Dearborn', stateCode: 'MI', zipCode: '48126' }),
    answers: ['latitude', 'longitude'],
  },
  {
    method: 'POST',
    path: '/khateeb_signup',
    by: 'visitor',
    payload: () => ({
      firstName: 'Bilal',
      lastName: 'Rahman',
      email: `${randomUUID()}@minbar.example`,
      password,
      phone: '(313) 555-0100',
      ...place,
      ...standing('khateeb'),
    }),
  },
  {
    method: 'POST',
    path: '/masjid_signup',
    by: 'visitor',
    payload: () => ({
      masjidName: 'Masjid an-Nur',
      masjidAddress: '2 Oak Avenue',
      email: `${randomUUID()}@minbar.example`,
      password,
      website: '',
      phone: '(313) 555-0100',
      ...place,
      ...standing('masjid'),
    }),
  },
  {
    method: 'GET',
    path: '/get_masjids',
    by: 'khateeb',
    answers: ['0.uid', '0.masjidName', '0.city', '0.latitude', '0.longitude'],
  },
  {
    method: 'GET',
    path: '/get_khateebs',
    by: 'masjid',
    answers: ['0.uid', '0.firstName', '0.lastName', '0.city', '0.latitude', '0.longitude'],
  },
  {
    method: 'GET',
    path: '/get_masjid_details/{masjidId}',
    by: 'visitor',
    at: ({ masjidUid }) => `/get_masjid_details/${masjidUid}`,
    answers: [
      'masjidName',
      'city',
      'masjidAddress',
      'phone',
      'website',
      'khutbahs.0.date',
      'khutbahs.0.times.0.time.time',
      'khutbahs.0.times.0.khateeb',
    ],
  },
  {
    method: 'GET',
    path: '/get_khateeb_details/{id}',
    by: 'masjid',
    state: 'requested',
    at: ({ khateebUid }) => `/get_khateeb_details/${khateebUid}`,
    answers: ['firstName', 'lastName', 'bio', 'expertise', 'phone'],
  },
  {
    method: 'POST',
    path: '/get_my_khutbahs',
    by: 'khateeb',
    state: 'confirmed',
    payload: ({ khateebUid }) => ({ khateebUid }),
    answers: ['0.date', '0.time.time', '0.masjidName'],
  },
  {
    method: 'POST',
    path: '/accept_invite',
    by: 'khateeb',
    state: 'invited',
    payload: ({ khateebUid, requestId, slot }) => ({
      khateebUid,
      ...slot,
      khateebName: 'Any name',
      requestId,
    }),
  },
  {
    method: 'POST',
    path: '/reject_invite',
    by: 'khateeb',
    state: 'invited',
    payload: ({ khateebUid, requestId, slot }) => ({ khateebUid, ...slot, requestId, ...named }),
  },
  {
    method: 'POST',
    path: '/notify_masjid',
    by: 'khateeb',
    state: 'confirmed',
    payload: ({ slot }) => ({ ...named, date: slot.khutbahDate, time: slot.khutbahTime }),
  },
  {
    method: 'POST',
    path: '/revoke_sent_request',
    by: 'khateeb',
    state: 'requested',
    payload: ({ khateebUid, slot }) => ({ khateebUid, ...slot }),
  },
  {
    method: 'POST',
    path: '/add_khutbah',
    by: 'masjid',
    payload: ({ slot, masjidUid }) => ({
      masjidUid,
      date: slot.khutbahDate,
      times: [
        { time: '14:15', khateeb: 'None' },
        { time: { time: '15:30' }, khateeb: null },
      ],
    }),
  },
  {
    method: 'POST',
    path: '/remove_khateeb',
    by: 'masjid',
    state: 'confirmed',
    payload: ({ slot }) => ({ ...slot }),
  },
  {
    method: 'POST',
    path: '/request_khateeb',
    by: 'masjid',
    payload: ({ khateebUid, slot }) => ({ ...slot, ...named, khateebUid, khateebName: 'Any name' }),
  },
  {
    method: 'POST',
    path: '/approve_request_full',
    by: 'masjid',
    state: 'requested',
    payload: ({ khateebUid, slot }) => ({ ...slot, requesterId: khateebUid }),
  },
  {
    method: 'POST',
    path: '/reject_request_full',
    by: 'masjid',
    state: 'requested',
    payload: ({ khateebUid, slot }) => ({ ...slot, requesterId: khateebUid }),
  },
  {
    method: 'POST',
    path: '/revoke_invite',
    by: 'masjid',
    state: 'invited',
    payload: ({ khateebUid, slot }) => ({ ...slot, khateebUid }),
  },
  {
    method: 'POST',
    path: '/add_khutbah_request',
    by: 'khateeb',
    payload: ({ khateebUid, slot }) => ({
      ...slot,
      masjidEmail: 'any@minbar.example',
      khateebName: 'Any name',
      khateebId: khateebUid,
      khateebEmail: 'any@minbar.example',
    }),
  },
  {
    method: 'POST',
    path: '/check_khateeb_assignment',
    by: 'masjid',
    state: 'confirmed',
    payload: ({ masjidUid, khateebUid, slot }) => ({
      masjidUid,
      khateebId: khateebUid,
      khutbahDate: slot.khutbahDate,
    }),
    answers: ['isAssigned'],
  },
]
