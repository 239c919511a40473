import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { khateebProfileFields, masjidProfileFields } from '../../contract/profiles.ts'

const khateebForm = z.required(z.object(khateebProfileFields))
const masjidForm = z.required(z.object(masjidProfileFields))

/** What stands in the fields of a khateeb's profile, and of a masjid's. */
export type KhateebTexts = z.output<typeof khateebForm>
export type MasjidTexts = z.output<typeof masjidForm>

export const khateebCheck = zodResolver(khateebForm)
export const masjidCheck = zodResolver(masjidForm)
