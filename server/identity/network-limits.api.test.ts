import { expect, test } from 'vitest'
import { startApp } from '../../tests/runtime/app.ts'

const app = await startApp({ env: { LIMIT_LOOKUP: '2/600', TRUST_PROXY: '127.0.0.1' } })

const lookUp = async (address: string) =>
  (await fetch(`${app.baseUrl}/zip/48126`, { headers: { 'x-forwarded-for': address } })).status

/** Sends two lookups from each of `networks` /64 networks with a common prefix. */
async function lookUpTwiceFrom(prefix: string, networks: number): Promise<number[]> {
  const statuses: number[] = []
  for (let network = 0; network < networks; network += 1) {
    const address = `${prefix}${network.toString(16).padStart(2, '0')}::1`
    statuses.push(await lookUp(address), await lookUp(address))
  }
  return statuses
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

test('a /56 network has four times the limit of a /64', async () => {
  expect(await lookUpTwiceFrom('2001:db8:56:ab', 5)).toEqual([...times(8, 200), ...times(2, 429)])
  expect(await lookUp('2001:db8:56:ac00::1')).toBe(200)
})

test('a /48 network has sixteen times the limit of a /64', async () => {
  const statuses: number[] = []
  for (const subnet of ['1', '2', '3', '4', '5']) {
    statuses.push(...(await lookUpTwiceFrom(`2001:db8:48:${subnet}`, 4)))
  }
  expect(statuses).toEqual([...times(32, 200), ...times(8, 429)])
  expect(await lookUp('2001:db8:49::1')).toBe(200)
})
