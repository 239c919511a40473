import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '../../server/config.ts'
import { readRepositoryFile } from '../docs/repository-text.ts'

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  restart: z.string(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  pids_limit: z.number(),
  mem_limit: z.string(),
  stop_grace_period: z.string(),
  tmpfs: z.array(z.string()),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.string() }))]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
})
const composition = z.object({
  services: z.record(z.string(), service),
  networks: z.object({
    front: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string() })]) }) }),
    back: z.object({ internal: z.literal(true) }),
  }),
  volumes: z.record(z.string(), z.null()),
})

const read = (name: string) => readRepositoryFile(`deploy/compose/${name}`)
const text = read('compose.yaml')
const compose = composition.parse(parse(text, { merge: true }))
const servers = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)

type Variables = Readonly<Record<string, string>>

/** The variables of .env.example. */
const example: Variables = Object.fromEntries(
  [...read('.env.example').matchAll(/^(\w+)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value]),
)

const filledInVariables: Variables = {
  ...example,
  SITE_HOST: 'khutbah.example.org',
  POSTGRES_PASSWORD: 'a'.repeat(64),
  METRICS_TOKEN: 'b'.repeat(64),
}

/** Replaces variables as Compose does: `${NAME}`, `${NAME:-default}` and `${NAME:?error}`. */
function fillIn(value: string, variables: Variables): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/gu,
    (_, name: string, kind: string, rest: string) => {
      const given = variables[name] ?? ''
      if (given === '' && kind === '?') throw new Error(rest)
      return given === '' && kind === '-' ? rest : given
    },
  )
}

/** Returns the configuration that the product reads from a server's environment, and the variables that the product ignores. */
function configOf(environment: Variables, variables: Variables) {
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, fillIn(value, variables)]),
  )
  const known = new Set<string>()
  const watched = new Proxy(env, {
    get(of, name: string) {
      known.add(name)
      return of[name]
    },
  })
  return { config: readConfig(watched), unknown: Object.keys(env).filter((name) => !known.has(name)) }
}

test('compose.yaml has two servers with valid settings', () => {
  expect(servers.map(([name]) => name)).toEqual(['minbar-1', 'minbar-2'])
  for (const [, { environment }] of servers) {
    const { config, unknown } = configOf(environment, filledInVariables)
    expect(unknown).toEqual([])
    expect(config).toMatchObject({
      publicUrl: 'https://khutbah.example.org',
      databaseUrl: `postgres://minbar:${filledInVariables['POSTGRES_PASSWORD']}@postgres:5432/minbar`,
      smtpUrl: 'smtp://mail:1025',
      metricsToken: filledInVariables['METRICS_TOKEN'],
    })
  }
})

test('empty variables of .env.example are optional, except the password: without it, Compose stops', () => {
  for (const [, { environment }] of servers) {
    expect(() => configOf(environment, example)).toThrow('Set POSTGRES_PASSWORD in .env.')
    const { config } = configOf(environment, { ...example, POSTGRES_PASSWORD: 'a' })
    expect(config).toMatchObject({
      metricsToken: null,
      donationUrl: null,
      mailFrom: { name: 'Minbar', address: 'no-reply@localhost' },
      logLevel: 'info',
    })
  }
})

test('a setting that .env omits has the default of .env.example', () => {
  const least = { SITE_HOST: 'localhost', SMTP_URL: 'smtp://mail:1025', POSTGRES_PASSWORD: 'a' }
  for (const [, { environment }] of servers) {
    const { config } = configOf(environment, { ...example, ...least })
    expect(config).toMatchObject({ databasePooler: 'none', diskWarning: 1_073_741_824, logLevel: 'info' })
    expect(configOf(environment, least).config).toEqual(config)
    const set = { ...least, DATABASE_POOLER: 'transaction', DISK_WARNING: '5' }
    expect(configOf(environment, set).config).toMatchObject({
      databasePooler: 'transaction',
      diskWarning: 5_242_880,
    })
  }
})

test('.env.example has every variable of compose.yaml and no secrets', () => {
  const used = [...text.matchAll(/\$\{(\w+)/gu)].map(([, name]) => name)
  expect(new Set(Object.keys(example))).toEqual(new Set([...used, 'COMPOSE_PROFILES']))
  expect([example['POSTGRES_PASSWORD'], example['METRICS_TOKEN']]).toEqual(['', ''])
})

test('the servers trust only the address of the proxy', () => {
  const [address = '', bits] = compose.networks.front.ipam.config[0].subnet.split('/')
  const subnet = new BlockList()
  subnet.addSubnet(address, Number(bits))
  const networks = compose.services['proxy']?.networks ?? []
  const proxy = 'front' in networks ? networks['front']?.ipv4_address : undefined
  expect(subnet.check(proxy ?? '')).toBe(true)
  for (const [, { environment }] of servers) expect(environment['TRUST_PROXY']).toBe(proxy)
})

test.each(Object.entries(compose.services))(
  'the service %s is sandboxed, has limits, and has time to stop',
  (_, it) => {
    expect(it).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    })
    expect(it.tmpfs).toContain('/tmp')
    // A server needs at most ten seconds to stop (server/main.ts).
    expect(Number.parseInt(it.stop_grace_period, 10)).toBeGreaterThanOrEqual(15)
    const named = it.volumes
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((name) => !name.startsWith('.'))
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named))
  },
)

test('the proxy balances both servers, checks /readyz every second, and hides /metrics', () => {
  const caddyfile = read('Caddyfile')
  const [, upstreams = ''] = /reverse_proxy (.*) \{/u.exec(caddyfile) ?? []
  expect(upstreams.split(' ')).toEqual(servers.map(([name]) => `${name}:8080`))
  expect(caddyfile).toMatch(/^\s*health_uri \/readyz\n\s*health_interval 1s$/mu)
  expect(caddyfile).toMatch(/@inside path \/metrics\n\s*respond @inside 404/u)
})
