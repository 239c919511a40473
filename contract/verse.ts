import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Returns one of the verses for the home page, at random: the Arabic in Uthmani script, the English translation and the reference. */
export const randomAyah = endpoint('GET', '/random_ayah', {
  access: 'anyone',
  limit: 'lookup',
  output: z.object({
    uthmani_script: z.object({
      verses: z.array(z.object({ text_uthmani: z.string(), verse_key: z.string() })),
    }),
    translation: z.object({
      translations: z.array(z.object({ text: z.string(), resource_name: z.string() })),
    }),
    /** The name of the surah and the number of the verse, for example `Al-Baqarah 2:286`. */
    reference: z.string(),
  }),
})
