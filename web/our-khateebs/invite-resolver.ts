import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { email } from '../../contract/fields.ts'

export const inviteResolver = zodResolver(z.object({ email }))
