import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { websiteUrl } from '../../contract/fields.ts'
import { khateebProfileFields, masjidProfileFields } from '../../contract/profile-fields.ts'

const khateebForm = z.object(khateebProfileFields)
const masjidForm = z.object({ ...masjidProfileFields, website: websiteUrl })

export type KhateebProfileValues = z.output<typeof khateebForm>
export type MasjidProfileValues = z.output<typeof masjidForm>

export const khateebProfileResolver = zodResolver(khateebForm)
export const masjidProfileResolver = zodResolver(masjidForm)
