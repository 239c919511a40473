import { withConnection } from '../tools/postgres/connections.ts'
import { median } from './report.ts'
import { khateebUidOf } from './seed.ts'

/** The number of measurements of the replication delay. */
const delayMeasurements = 50
/** The timeout of each of these measurements, in milliseconds. */
const replicationTimeout = 10_000

/** Measures the time until a replica shows a commit of the primary. Returns a text with the median and the maximum. */
export async function measureReplicationDelay(primary: string, replica: string): Promise<string> {
  const uid = khateebUidOf(1)
  return withConnection(primary, (writer) =>
    withConnection(replica, async (reader) => {
      const delays: number[] = []
      for (let number = 0; number < delayMeasurements; number += 1) {
        await writer.query('update khateebs set bio = $1 where uid = $2', [String(number), uid])
        const committed = performance.now()
        let shown: unknown
        while (shown !== String(number)) {
          if (performance.now() - committed > replicationTimeout)
            throw new Error('The replica does not show the change.')
          const { rows } = await reader.query<{ bio: string }>('select bio from khateebs where uid = $1', [
            uid,
          ])
          shown = rows[0]?.bio
        }
        delays.push(performance.now() - committed)
      }
      return `${median(delays).toFixed(1)} ms (at most ${Math.max(...delays).toFixed(1)} ms)`
    }),
  )
}
