import { expect, inject, test } from 'vitest'
import { noteFigure } from '../../tools/test/figure.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { scanSite } from './observatory.ts'
import { startTlsProxy } from './tls-proxy.ts'

test('Mozilla’s HTTP Observatory grades the page A+ behind TLS', { timeout: 10 * 60_000 }, async ({
  task,
}) => {
  const proxy = await startTlsProxy()
  const server = await startServer(inject('build'), {
    DATABASE_URL: await createDatabase(inject('postgresCluster')),
    PUBLIC_URL: `https://${proxy.host}`,
    TRUST_PROXY: '127.0.0.1',
  })
  proxy.passTo(server.url)
  try {
    const { scan, tests } = await scanSite(proxy.host, proxy.certificate)
    noteFigure(task, { name: 'Observatory', measured: scan.score, unit: 'points', atLeast: 125 })
    const failed = Object.entries(tests).filter(([, it]) => !it.pass)
    expect(failed.map(([name, { result }]) => `${name}: ${result}`)).toEqual([])
    expect(scan.grade).toBe('A+')
    expect(scan.score).toBeGreaterThanOrEqual(125)
  } finally {
    await server.stop()
    await proxy.close()
  }
})
