import { readdir } from 'node:fs/promises'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import { commonProps } from '../../tests/runtime/expected-letters.ts'
import { smtpError, startMailServer } from '../../tests/runtime/mail-server.ts'
import { minutesLater, openOutbox, publicUrl, startTime, token } from '../../tests/runtime/outbox.ts'
import type { Transport } from './transport.ts'

const outbox = await openOutbox()

test('a letter is sent once, as text and HTML, and its content is erased from the outbox', async () => {
  const server = await startMailServer()
  const dispatcher = outbox.dispatcher(outbox.transportTo(server))
  await outbox.queue('yusuf@people.test')
  const [row] = await outbox.rows()

  expect(await dispatcher.sendDue()).toBe(1)
  expect(await dispatcher.sendDue()).toBe(0)

  expect(server.received).toMatchObject([
    {
      messageId: `<${row?.id}@minbar.test>`,
      from: { name: 'Minbar', address: 'no-reply@minbar.test' },
      to: [{ address: 'yusuf@people.test' }],
      subject: 'Your Minbar account is yours again: choose a new password',
      date: startTime.toISOString(),
    },
  ])
  const link = `${publicUrl}/reset-password#token=${token}`
  expect(server.received[0]?.text).toContain(link)
  expect(server.received[0]?.html).toContain(`href="${link}"`)
  const rows = await outbox.rows()
  expect(rows).toMatchObject([{ sent_at: startTime, attempts: 1, last_error: null }])
  expect(rows[0]?.props).toStrictEqual({})
})

test('letters are retried while the mail server is down, and each is sent once when the server is back', async () => {
  const down = await startMailServer()
  const dispatcher = outbox.dispatcher(outbox.transportTo(down))
  await down.close()
  await outbox.queue('a@people.test', 'b@people.test')

  expect(await dispatcher.sendDue()).toBe(2)
  expect(await dispatcher.sendDue()).toBe(0)
  const [waiting] = await outbox.rows()
  expect(waiting).toMatchObject({ attempts: 1, sent_at: null, next_attempt_at: minutesLater(1) })
  expect(waiting?.last_error).toMatch(/ECONNREFUSED/)

  await outbox.after(1)
  expect(await dispatcher.sendDue()).toBe(2)
  const back = await startMailServer({}, down.port)
  await outbox.after(3)
  expect(await dispatcher.sendDue()).toBe(2)
  await outbox.after(600)
  expect(await dispatcher.sendDue()).toBe(0)
  expect(back.recipients()).toEqual(['a@people.test', 'b@people.test'])
})

test('a letter is given up after an outage of five days, and not earlier', async () => {
  const down = await startMailServer()
  const dispatcher = outbox.dispatcher(outbox.transportTo(down))
  await down.close()
  await outbox.queue('a@people.test')
  for (let hour = 0; hour < 5 * 24; hour += 2) {
    await outbox.after(hour * 60)
    expect(await dispatcher.sendDue()).toBe(1)
  }
  expect(await outbox.rows()).toMatchObject([{ failed_at: null, props: { token } }])
  await outbox.after(5 * 24 * 60)
  expect(await dispatcher.sendDue()).toBe(1)
  expect(await outbox.rows()).toMatchObject([{ sent_at: null, failed_at: minutesLater(5 * 24 * 60) }])
})

test('a letter is given up if the mail server refuses its recipient permanently (5xx), and retried if the refusal is temporary (4xx)', async () => {
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('gone')) done(smtpError(550))
      else done(address.startsWith('full') ? smtpError(452) : null)
    },
  })
  await outbox.queue('fine@people.test', 'full@people.test', 'gone@people.test')
  await outbox.dispatcher(outbox.transportTo(server)).sendDue()
  const rows = await outbox.rows()
  expect(rows).toMatchObject([
    { recipient: 'fine@people.test', sent_at: startTime },
    {
      recipient: 'full@people.test',
      sent_at: null,
      failed_at: null,
      next_attempt_at: minutesLater(1),
      props: { token },
    },
    { recipient: 'gone@people.test', sent_at: null, failed_at: startTime },
  ])
  // The props are erased, because they contained a token.
  expect(rows[2]?.props).toStrictEqual({})
})

test.each<[string, SMTPServerOptions]>([
  [
    'password',
    { authOptional: false, allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(smtpError(535)) },
  ],
  ['sender', { onMailFrom: (_address, _session, done) => done(smtpError(550)) }],
  ['connection', { onConnect: (_session, done) => done(smtpError(554)) }],
])(
  'letters are retried when the mail server permanently refuses our %s, because a setting is wrong',
  async (what, options) => {
    const server = await startMailServer(options)
    const user = what === 'password' ? 'user:wrong@' : ''
    await outbox.queue('a@people.test')
    await outbox.dispatcher(outbox.transportTo(server, server.url.replace('//', `//${user}`))).sendDue()
    const rows = await outbox.rows()
    expect(rows).toMatchObject([
      { attempts: 1, sent_at: null, failed_at: null, next_attempt_at: minutesLater(1), props: { token } },
    ])
    expect(rows[0]?.last_error).toMatch(/No$/)
  },
)

test.each([
  [554, '5.7.1 Relay access denied'],
  [553, '5.7.1 Sender address rejected: not owned by user'],
  [550, '5.1.8 Sender address rejected: Domain not found'],
  [530, 'Authentication required'],
  [554, 'Relay access denied'],
  [550, '5.4.1 Relay Access Denied'],
])(
  'a letter is retried if the mail server refuses the recipient because of a wrong setting: "%i %s"',
  async (code, text) => {
    const server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
    })
    await outbox.queue('a@people.test')
    await outbox.dispatcher(outbox.transportTo(server)).sendDue()
    expect(await outbox.rows()).toMatchObject([
      { attempts: 1, sent_at: null, failed_at: null, next_attempt_at: minutesLater(1), props: { token } },
    ])
  },
)

test.each([
  [550, '5.1.1 User unknown'],
  [554, '5.1.1 User unknown'],
  [552, '5.2.3 Message too large'],
  [553, 'Mailbox name not allowed'],
  // Exchange Online sends this response for an address that does not exist.
  [550, '5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
])(
  'a letter is given up if the mail server refuses the recipient’s mailbox with "%i %s"',
  async (code, text) => {
    const server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
    })
    await outbox.queue('a@people.test')
    await outbox.dispatcher(outbox.transportTo(server)).sendDue()
    expect(await outbox.rows()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: startTime }])
  },
)

test.each([
  ['onRcptTo', 552, '5.2.2 Mailbox full'],
  ['onRcptTo', 550, '5.2.2 Over quota'],
  ['onRcptTo', 552, 'Requested mail action aborted: exceeded storage allocation'],
  ['onData', 552, '5.2.2 Quota exceeded (mailbox for user is full)'],
  ['onData', 552, 'Requested mail action aborted: exceeded storage allocation'],
  ['onData', 552, 'Mailbox is full'],
] as const)(
  'a letter is retried if the mail server refuses it in %s because the recipient’s mailbox is full: "%i %s"',
  async (hook, code, text) => {
    const refuse: Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> = {
      onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
      onData: (stream, _session, done) => stream.on('end', () => done(smtpError(code, text))).resume(),
    }
    const server = await startMailServer({ [hook]: refuse[hook] })
    await outbox.queue('a@people.test')
    await outbox.dispatcher(outbox.transportTo(server)).sendDue()
    expect(await outbox.rows()).toMatchObject([
      { attempts: 1, sent_at: null, failed_at: null, next_attempt_at: minutesLater(1), props: { token } },
    ])
  },
)

test.each([
  [552, 'Message size exceeds fixed maximum message size'],
  [552, 'Message looks like spam'],
  [552, '5.7.0 This message has a potential security issue'],
  [554, 'Transaction failed'],
])('a letter is given up if the mail server refuses its content with "%i %s"', async (code, text) => {
  const server = await startMailServer({
    onData: (stream, _session, done) => stream.on('end', () => done(smtpError(code, text))).resume(),
  })
  await outbox.queue('a@people.test')
  await outbox.dispatcher(outbox.transportTo(server)).sendDue()
  expect(await outbox.rows()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: startTime }])
})

test('a letter is sent again with the same Message-ID, date and content if the mail server’s reply was lost', async () => {
  const server = await startMailServer()
  const transport = outbox.transportTo(server)
  const losingReply: Pick<Transport, 'send'> = {
    async send(letter, signal) {
      await transport.send(letter, signal)
      throw new Error('the reply was lost')
    },
  }
  await outbox.queue('a@people.test')
  await outbox.dispatcher(losingReply).sendDue()
  await outbox.after(2)
  await outbox.dispatcher(transport).sendDue()
  const [first, second] = server.received
  expect(server.received.length).toBe(2)
  expect(second?.messageId).toBe(first?.messageId)
  expect([second?.date, second?.text, second?.html]).toEqual([first?.date, first?.text, first?.html])
})

test('letters to demo addresses are written to files and never reach the mail server', async () => {
  const server = await startMailServer()
  await outbox.queue('amina@demo.example', 'bilal@EXAMPLE', 'dawud@example.com', 'isa@counterexample')
  expect(await outbox.dispatcher(outbox.transportTo(server)).sendDue()).toBe(4)
  expect(server.recipients()).toEqual(['dawud@example.com', 'isa@counterexample'])
  expect(await readdir(outbox.lettersFolder)).toHaveLength(2)
})

test('a name with line breaks does not add a header to a letter, and does not cut its text', async () => {
  const server = await startMailServer()
  const masjidName = 'Nur\r\nBcc: x@people.test\r\n\r\nHi'
  const props = { ...commonProps, occasion: { ...commonProps.occasion, masjidName } }
  await outbox.write('a@people.test', { kind: 'invite_received', props })
  await outbox.dispatcher(outbox.transportTo(server)).sendDue()
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.subject).toMatch(/^Nur Bcc: x@people\.test Hi invites you/)
  expect(server.received[0]?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(server.received[0]?.text).toMatch(/^Assalamu alaikum Yusuf Khan,\n/)
})
