import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { websiteUrl } from '../../contract/fields.ts'
import { khateebProfileFields, masjidProfileFields } from '../../contract/profile-fields.ts'

const khateebProfileSchema = z.object(khateebProfileFields)
const masjidProfileSchema = z.object({ ...masjidProfileFields, website: websiteUrl })

export type KhateebProfileValues = z.output<typeof khateebProfileSchema>
export type MasjidProfileValues = z.output<typeof masjidProfileSchema>

export const khateebProfileResolver = zodResolver(khateebProfileSchema)
export const masjidProfileResolver = zodResolver(masjidProfileSchema)
