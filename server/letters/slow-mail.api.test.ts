import { once } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openOutbox } from '../../tests/runtime/outbox.ts'
import { startOutboxPoller } from './outbox-poller.ts'

const outbox = await openOutbox()

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}${String(n).padStart(2, '0')}@people.test`)

test('letters to thirty recipients are sent while the mail server hangs on ten others', async () => {
  const { hold, server, dispatcher } = await outbox.holdingDispatcher((address) =>
    address.startsWith('hanging'),
  )
  const hanging = addresses('hanging', 10)
  const others = addresses('person', 30)
  await outbox.queue(...hanging)
  await outbox.after(0.01)
  await outbox.queue(...others)
  const poller = startOutboxPoller(dispatcher, pino({ level: 'silent' }))
  onTestFinished(() => poller.stop())
  const unsent = async () =>
    (await outbox.rows()).filter((row) => row.sent_at === null).map((row) => row.recipient)
  await expect.poll(unsent).toEqual(hanging)
  expect(hold.waiting()).toEqual(hanging)
  expect(server.recipients()).toEqual([...hanging, ...others])
  hold.release()
  await expect.poll(unsent).toEqual([])
  expect(server.recipients()).toEqual([...hanging, ...others])
})

test('at most two letters to one recipient are in flight', async () => {
  const { hold, server, dispatcher } = await outbox.holdingDispatcher()
  await outbox.queue('a@people.test', 'a@people.test', 'a@people.test', 'a@people.test')
  await outbox.after(0.01)
  await outbox.queue('b@people.test')
  expect(await dispatcher.startDue()).toBe(3)
  await hold.until(3)
  expect(hold.waiting()).toEqual(['a@people.test', 'a@people.test', 'b@people.test'])
  hold.release()
  await dispatcher.settled()
  expect(await dispatcher.sendDue()).toBe(2)
  expect(server.received).toHaveLength(5)
})

test('letters to other recipients are sent before a second letter to a slow recipient', async () => {
  const started: string[] = []
  const dispatcher = outbox.dispatcher({
    async send({ to }, signal) {
      started.push(to)
      await once(signal, 'abort')
    },
  })
  const turnedSlow = new Promise<void>((resolve) => {
    dispatcher.onFreed(resolve)
  })
  await outbox.queue('hanging@people.test')
  await dispatcher.startDue()
  await turnedSlow
  await outbox.queue('hanging@people.test')
  await outbox.after(0.01)
  // Five is the maximum number of letters in flight that are not slow.
  const others = addresses('person', 5)
  await outbox.queue(...others)
  expect(await dispatcher.startDue()).toBe(5)
  await expect.poll(() => started.toSorted()).toEqual(['hanging@people.test', ...others])
})

test('an aborted letter is sent again, with the same Message-ID, after its lease has ended', async () => {
  const { hold, server, dispatcher } = await outbox.holdingDispatcher()
  await outbox.queue('a@people.test')
  await dispatcher.startDue()
  await hold.until(1)
  dispatcher.abort()
  await dispatcher.settled()
  expect(await outbox.rows()).toMatchObject([
    { attempts: 1, sent_at: null, failed_at: null, last_error: null },
  ])
  hold.release()
  await outbox.after(0.75)
  expect(await outbox.dispatcher(outbox.transportTo(server)).sendDue()).toBe(1)
  const [first, second] = server.received
  expect(second?.messageId).toBe(first?.messageId)
})
