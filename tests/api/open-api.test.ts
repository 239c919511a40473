import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../../contract/endpoints.ts'
import { startApp } from '../runtime/app.ts'

const app = await startApp()

/** The parts of the OpenAPI 3.1 schema that our document uses. */
const schema = z.record(z.string(), z.unknown())
const content = z.strictObject({ 'application/json': z.strictObject({ schema }) })
const operation = z.strictObject({
  operationId: z.string().check(z.minLength(1)),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  parameters: z.array(
    z.strictObject({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema }),
  ),
  requestBody: z.optional(z.strictObject({ required: z.boolean(), content })),
  responses: z.record(
    z.string().check(z.regex(/^[2-5]\d\d$/)),
    z.strictObject({ description: z.string().check(z.minLength(1)), content: z.optional(content) }),
  ),
})
const openApi = z.strictObject({
  openapi: z.string().check(z.regex(/^3\.1\.\d+$/)),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.strictObject({ get: z.optional(operation), post: z.optional(operation), patch: z.optional(operation) }),
  ),
  components: z.strictObject({ securitySchemes: z.strictObject({ bearer: z.unknown() }) }),
})

async function read() {
  const response = await app.send({ url: '/openapi.json' })
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return { text: response.text, document: z.parse(openApi, JSON.parse(response.text)) }
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 with a unique name for each call', async () => {
    const { document } = await read()
    const names = Object.values(document.paths).flatMap((it) =>
      Object.values(it).map((of) => of?.operationId),
    )
    expect(names).toHaveLength(endpoints.length)
    expect(new Set(names)).toEqual(new Set(endpoints.map((it) => it.name)))
  })

  test('has only internal references', async () => {
    const { text } = await read()
    for (const [, to = ''] of text.matchAll(/"\$ref":"([^"]*)"/g)) expect(to).toMatch(/^#\//)
    for (const [, scheme] of text.matchAll(/"security":\[\{"(\w+)"/g)) expect(scheme).toBe('bearer')
  })

  test.each(endpoints)('has $method $path', async ({ method, path, access, body }) => {
    const { document } = await read()
    const described = document.paths[path]?.[z.parse(z.enum(['get', 'post', 'patch']), method.toLowerCase())]
    expect(described?.requestBody === undefined).toBe(body === undefined)
    expect(described?.security === undefined).toBe(access === 'anyone')
    const inPath = described?.parameters.filter((it) => it.in === 'path')
    expect(inPath?.map((it) => `{${it.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath?.every((it) => it.required)).toBe(true)
    const statuses = Object.keys(described?.responses ?? {})
    const common = ['200', '400', '403', '413', '415', '429', '500', '503']
    expect(statuses).toEqual(expect.arrayContaining(access === 'anyone' ? common : [...common, '401']))
  })
})
