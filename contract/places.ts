import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { zipCode } from './fields.ts'

export const lookUpZip = endpoint('GET', '/zip/{zip}', {
  access: 'anyone',
  limit: 'lookup',
  params: z.object({ zip: zipCode }),
  output: z.object({
    places: z.array(z.object({ 'place name': z.string(), 'state abbreviation': z.string() })),
  }),
  failures: ['unknown_zip'],
})

export const geocode = endpoint('POST', '/geocode', {
  access: 'anyone',
  limit: 'lookup',
  body: z.object({ zipCode }),
  output: z.object({ latitude: z.number(), longitude: z.number() }),
  failures: ['unknown_zip'],
})
