import { parseArgs } from 'node:util'
import { ensureBuilt } from '../tools/build.ts'
import { startPostgres } from '../tools/postgres/cluster.ts'
import type { ServerProcess } from '../tools/server/server-process.ts'
import { copyDatabase, makeDatabase } from './databases.ts'
import { type Line, report } from './line.ts'
import { measureEmbedded, measurePostgres } from './memory.ts'
import { measureNearby } from './nearby.ts'
import { measurePage } from './page.ts'
import { claimsOf, measureRequests } from './requests.ts'
import { measureScale } from './scale.ts'
import { addClaims, addCrowd, addFridays, addMasjids, openSessions } from './seed.ts'
import { inFolder, startServer } from './server.ts'
import { quick, type Size, usualMasjids, whole } from './size.ts'
import { measureStarts } from './starts.ts'

const help = `npm run bench -- [--quick] [--page] [--scale]

Measures the product beside its floors, all in one run on this machine, and prints one table
with the bounds. It starts its own PostgreSQL and servers. --quick takes fewer rounds and
${quick.masjids.toLocaleString('en-US')} masjids in place of ${whole.masjids.toLocaleString('en-US')}. --page measures what the page weighs, and nothing else; --scale
several servers behind PgBouncer, and one that reads from a replica.`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) console.log(help)
else await bench(values.quick ? quick : whole)

async function bench(size: Size): Promise<void> {
  say('building')
  const build = await ensureBuilt()
  if (values.scale) return console.log(`\n${await measureScale(build, size)}`)
  const cluster = await startPostgres({ durable: true })
  try {
    const lines = await measure(build, cluster.url, size)
    console.log(`\n${report(lines)}`)
  } finally {
    await cluster.stop()
  }
}

async function measure(build: string, cluster: string, size: Size): Promise<Line[]> {
  say(`filling a database with ${usualMasjids.toLocaleString('en-US')} masjids`)
  const usual = await makeDatabase(cluster, 'usual', async (client) => {
    await addMasjids(client, 1, usualMasjids)
    await addFridays(client)
    await addCrowd(client)
    await addClaims(client, claimsOf(size))
    await openSessions(client)
  })
  if (values.page) return onServer(build, usual, (server) => weighPage(build, server, size))
  const copy = await copyDatabase(cluster, 'copy', 'usual')
  say('starting servers')
  const starts = await measureStarts(build, usual, size.starts)
  const lines = await onServer(build, usual, async (server) => {
    const page = await weighPage(build, server, size)
    say('loading the product and its floor in turn')
    const requests = await measureRequests({ database: usual, copy, server: server.url }, size)
    say('looking at memory under load')
    return [
      ...page,
      ...requests,
      await measurePostgres(server, size.seconds),
      await measureEmbedded(build, size.seconds),
    ]
  })
  say(`adding masjids up to ${size.masjids.toLocaleString('en-US')}`)
  const large = await copyDatabase(cluster, 'large', 'copy', (client) =>
    addMasjids(client, usualMasjids + 1, size.masjids),
  )
  say('looking for what is near')
  return [...lines, ...starts, ...(await measureNearby(copy, large, size))]
}

function onServer(
  build: string,
  database: string,
  run: (server: ServerProcess) => Promise<Line[]>,
): Promise<Line[]> {
  return inFolder(async (folder) => {
    const server = await startServer(build, { DATA_DIR: folder, DATABASE_URL: database })
    try {
      return await run(server)
    } finally {
      await server.stop()
    }
  })
}

function weighPage(build: string, server: ServerProcess, size: Size): Promise<Line[]> {
  say('weighing the page')
  return measurePage(build, server.url, size)
}

function say(what: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)} ${what} …`)
}
