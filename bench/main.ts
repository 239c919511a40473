import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { ensureBuilt } from '../tools/build.ts'
import { type PostgresCluster, startPostgres } from '../tools/postgres/cluster.ts'
import { createDatabase, postmasterPid } from './databases.ts'
import { measureKhateebsForSlot } from './khateebs-for-slot.ts'
import { measureMemoryWithEmbedded, measureMemoryWithPostgres } from './memory.ts'
import { measureNearby } from './nearby.ts'
import { measureOpenSlots } from './open-slots.ts'
import { measurePage } from './page.ts'
import { cellsOf, type ReportLine, type ReportMeasurement, reportTable } from './report.ts'
import {
  addNamedMasjids,
  inventedMasjids,
  measureSearch,
  measureTypoTolerance,
  readNamedPlaces,
} from './search.ts'
import {
  addAvailabilitySettings,
  addKhateebs,
  addKhateebsAndFridays,
  addManySlotsToOneMasjid,
  addMasjids,
  addOpenFridays,
  addPendingRequests,
  khateebCount,
  openFridaySlotCount,
  openSessions,
} from './seed.ts'
import { withServer } from './server.ts'
import { measureSeveralServers } from './several-servers.ts'
import { measureStartupTime } from './startup-time.ts'
import { measureStreams, streamCallerEmails } from './streams.ts'
import { measureThroughput, pendingRequestCount } from './throughput.ts'
import {
  defaultMasjidCount,
  fullWorkload,
  khateebsForSlotCount,
  masjidsWithOpenSlotsCount,
  namedMasjidCount,
  quickWorkload,
} from './workload.ts'

const parts = ['starts', 'page', 'requests', 'memory', 'streams', 'nearby', 'open', 'free', 'search'] as const

const help = `npm run bench -- [--quick] [--names FILE] [PART …]

Measures the product and its floors in the same run on this machine, and prints a table with
the bounds. A floor is the fastest program that we could write for the same calls. The
benchmark starts its own PostgreSQL and servers. --quick uses fewer rounds and
${quickWorkload.masjids.toLocaleString('en-US')} masjids instead of ${fullWorkload.masjids.toLocaleString('en-US')}. The parts are ${parts.join(', ')}
(\`open\`: open slots near a khateeb; \`free\`: khateebs who are free for a slot). Without
a PART, it measures all of them. \`scale\`, as the only PART, measures several servers behind
PgBouncer, and a server that reads from a replica. With --names, a CSV file of masjids, the part
search also counts which of them it finds despite a typing mistake.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    names: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const workload = values.quick ? quickWorkload : fullWorkload
const isScale = positionals.length === 1 && positionals[0] === 'scale'
const unknownParts = positionals.filter((it) => !parts.some((part) => part === it))
if (values.help) console.log(help)
else if (isScale) await benchScale()
else if (unknownParts.length > 0) {
  console.error(`There is no part ${unknownParts.join(', ')}. The parts are ${parts.join(', ')}.`)
  process.exitCode = 1
} else await bench(new Set(positionals.length > 0 ? positionals : parts))

async function benchScale(): Promise<void> {
  say('building')
  const build = await ensureBuilt()
  console.log(`\n${await measureSeveralServers(build, workload)}`)
}

async function bench(chosen: ReadonlySet<string>): Promise<void> {
  say('building')
  const build = await ensureBuilt()
  const cluster = await startPostgres({ durable: true })
  const lines: ReportLine[] = []
  try {
    await measure(build, cluster, chosen, (line) => {
      lines.push(line)
      console.log(`         ${cellsOf(line).join('  ')}`)
    })
  } finally {
    // Prints the table even after a failure, so that the figures before it are not lost.
    console.log(`\n${reportTable(lines)}`)
    await cluster.stop()
  }
}

async function measure(
  build: string,
  cluster: PostgresCluster,
  chosen: ReadonlySet<string>,
  report: ReportMeasurement,
): Promise<void> {
  say(`filling a database with ${defaultMasjidCount.toLocaleString('en-US')} masjids`)
  const usual = await createDatabase(cluster.url, 'usual', async (client) => {
    await addMasjids(client, 1, defaultMasjidCount)
    await addKhateebsAndFridays(client)
    await addManySlotsToOneMasjid(client)
    await addPendingRequests(client, pendingRequestCount(workload))
    await openSessions(client, streamCallerEmails)
  })
  // The floor makes its changes in this copy. The databases below are copied from it: PostgreSQL copies only a database without
  // connections, and no server of the product connects to this one.
  const copy = await createDatabase(cluster.url, 'copy', async () => {}, 'usual')
  if (chosen.has('starts')) {
    say('starting servers')
    await measureStartupTime(build, usual, workload.starts, report)
  }
  if (chosen.has('page')) {
    say('measuring the page')
    await withServer(build, usual, ({ url }) => measurePage(build, url, workload, report))
  }
  if (chosen.has('requests') || chosen.has('memory')) {
    await withServer(build, usual, async (server) => {
      say('loading the product and its floor alternately')
      await measureThroughput({ database: usual, copy, server: server.url }, workload, report)
      if (!chosen.has('memory')) return
      // The first figure of this measurement is the peak memory after the load above.
      say('measuring memory under load')
      report(await measureMemoryWithPostgres(server, workload.seconds))
    })
  }
  if (chosen.has('memory')) report(await measureMemoryWithEmbedded(build, workload.seconds))
  if (chosen.has('streams')) {
    say('opening screens on which nothing happens')
    const postmaster = await postmasterPid(cluster)
    await withServer(build, usual, (server) => measureStreams(server, postmaster, workload, report))
  }
  if (chosen.has('nearby')) {
    say(`adding masjids up to ${workload.masjids.toLocaleString('en-US')}`)
    const addMore = (client: Client) => addMasjids(client, defaultMasjidCount + 1, workload.masjids)
    const large = await createDatabase(cluster.url, 'large', addMore, 'copy')
    say('measuring nearby masjids')
    await measureNearby(copy, large, workload, report)
  }
  if (chosen.has('open')) {
    const slots = masjidsWithOpenSlotsCount * openFridaySlotCount
    say(`adding ${slots.toLocaleString('en-US')} slots`)
    const open = await createDatabase(cluster.url, 'open', addMasjidsWithOpenSlots, 'copy')
    say('listing open slots')
    await measureOpenSlots(open, slots, workload, report)
  }
  if (chosen.has('free')) {
    say(`adding khateebs up to ${khateebsForSlotCount.toLocaleString('en-US')}`)
    const free = await createDatabase(cluster.url, 'free', addFreeKhateebs, 'copy')
    say('listing khateebs for a slot')
    await measureKhateebsForSlot(free, khateebsForSlotCount, workload, report)
  }
  if (chosen.has('search')) {
    say(`filling a database with ${namedMasjidCount.toLocaleString('en-US')} invented names`)
    const invented = inventedMasjids(namedMasjidCount)
    const named = await createDatabase(cluster.url, 'named', (client) => addNamedMasjids(client, invented))
    say('searching')
    await measureSearch(named, invented, workload.searches, report)
    if (values.names === undefined) return
    const real = await readNamedPlaces(values.names)
    const listed = await createDatabase(cluster.url, 'listed', (client) => addNamedMasjids(client, real))
    await measureTypoTolerance(listed, real, report)
  }
}

async function addMasjidsWithOpenSlots(client: Client): Promise<void> {
  await addMasjids(client, defaultMasjidCount + 1, masjidsWithOpenSlotsCount)
  await addOpenFridays(client, masjidsWithOpenSlotsCount)
}

async function addFreeKhateebs(client: Client): Promise<void> {
  await addKhateebs(client, khateebCount + 1, khateebsForSlotCount)
  await addOpenFridays(client, defaultMasjidCount, defaultMasjidCount)
  await addAvailabilitySettings(client, khateebsForSlotCount)
}

function say(what: string): void {
  console.log(`${new Date().toTimeString().slice(0, 8)} ${what} …`)
}
