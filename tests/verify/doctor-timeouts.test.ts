import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { noteFigure } from '../../tools/test/figure.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { runDoctor } from '../runtime/run-doctor.ts'

/** Starts a TCP server that accepts connections and never responds. Returns its port. */
async function startSilentServer(): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

test('the doctor ends when no service responds', async ({ task }) => {
  const port = await startSilentServer()
  const folder = await newDataFolder()
  const began = performance.now()
  const examined = await runDoctor({
    DATA_DIR: folder,
    DATABASE_URL: `postgres://minbar@127.0.0.1:${port}/minbar`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const seconds = (performance.now() - began) / 1_000
  noteFigure(task, { name: 'doctor without any response', measured: seconds, unit: 's', atMost: 60 })
  for (const check of ['database', 'mail', 'public address']) expect(examined.of(check)).toMatch(/^wrong: /)
})
