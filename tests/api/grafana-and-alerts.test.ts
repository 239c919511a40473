import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { failures } from '../../contract/failures.ts'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { startApp } from '../runtime/app.ts'

const read = (path: string) => readFileSync(join(repositoryFolder, 'deploy', path), 'utf8')

const place = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
const panel = z.object({
  id: z.number(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string(),
  gridPos: place,
  targets: z.array(z.object({ refId: z.string(), expr: z.string() })).default([]),
})
const dashboard = z
  .object({ title: z.string(), uid: z.string(), schemaVersion: z.number(), panels: z.array(panel) })
  .parse(JSON.parse(read('grafana/minbar.json')))

const alert = z.strictObject({
  alert: z.string().regex(/^Minbar[A-Z]\w+$/u),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
})
const { groups } = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(alert) })) })
  .parse(parse(read('prometheus/alerts.yaml')))
const alerts = groups.flatMap(({ rules }) => rules)

/** All Prometheus expressions, with the panel or alert that uses each. */
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alerts.map(({ alert: name, expr }) => [name, expr] as const),
]

const token = 'a-token-of-thirty-two-characters'
/** A server that has answered two calls. `exportedMetrics` has the names of all metrics that it exports. */
const app = await startApp({ env: { METRICS_TOKEN: token } })
await fetch(`${app.baseUrl}/random_ayah`)
await fetch(`${app.baseUrl}/identity/sessions`)
const response = await fetch(`${app.baseUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } })
const exportedMetrics = new Set(
  (await response.text()).split('\n').map((line) => line.split(/[{ ]/u)[0] ?? ''),
)

test.each(expressions)('%s uses metrics that the server exports', (_, expr) => {
  const names = [...expr.matchAll(/\b(?:minbar|nodejs|process)_\w+/gu)].map(([name]) => name)
  // `up` comes from Prometheus itself, not from our server.
  expect(names.length + [...expr.matchAll(/\bup\{/gu)].length).toBeGreaterThan(0)
  expect(names.filter((name) => !exportedMetrics.has(name))).toEqual([])
  const codes = [...expr.matchAll(/code!?="(\w+)"/gu)].map(([, code]) => code)
  expect(Object.keys(failures)).toEqual(expect.arrayContaining(codes))
  expect(expr).toMatch(/job="minbar"/u)
})

test('the scrape configuration defines the job that the dashboard and the alerts use', () => {
  const config = parse(read('prometheus/prometheus.yaml'))
  expect(config).toMatchObject({ rule_files: ['alerts.yaml'], scrape_configs: [{ job_name: 'minbar' }] })
})

test('dashboard panels do not overlap, and have unique ids', () => {
  const { panels } = dashboard
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
})

test('alert names are unique', () => {
  expect(new Set(alerts.map(({ alert: name }) => name)).size).toBe(alerts.length)
})
