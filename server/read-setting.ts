import { isIP } from 'node:net'
import { parseSender, type Sender } from './mail-sender.ts'
import { OperatorError } from './operator-error.ts'
import type { RateLimit } from './rate-limit.ts'

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid environment variable. The message is one sentence that names the variable. */
export class InvalidSettingError extends OperatorError {}

/** Reads a whole number from `min` to `max`. */
export function wholeNumber(
  env: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = env[name] || String(fallback)
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new InvalidSettingError(
      `${name} must be a whole number from ${min} to ${max}, but it is "${value}".`,
    )
  }
  return number
}

/** Reads a URL. Returns null if it is not set. */
export function url(env: Environment, name: string, protocols: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    // The value may contain a password, so the message omits it.
    throw new InvalidSettingError(
      `${name} must be a URL that starts with ${protocols.map((it) => `${it}//`).join(' or ')}.`,
    )
  }
  return value
}

/** Reads an http(s) URL without a path: Minbar's links begin at the root of the host. */
export function rootUrl(env: Environment, name: string): string | null {
  const value = url(env, name, ['http:', 'https:'])
  const { origin, href } = new URL(value ?? 'http://localhost')
  if (href !== `${origin}/`) {
    throw new InvalidSettingError(`${name} must have only a host, like ${origin}, and no path.`)
  }
  return value
}

/** Reads an email address, with or without a name. Returns null if it is not set. */
export function sender(env: Environment, name: string): Sender | null {
  const value = env[name]
  if (!value) return null
  const parsed = parseSender(value)
  if (parsed === null) {
    throw new InvalidSettingError(
      `${name} must be an email address, like "Minbar" <no-reply@example.org>, but it is "${value}".`,
    )
  }
  return parsed
}

/** Reads comma-separated addresses and CIDR ranges. Host names are rejected, because they would need DNS. */
export function addresses(env: Environment, name: string): string[] {
  const values = (env[name] ?? '')
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean)
  for (const value of values) {
    const [address = '', bits = '1', ...more] = value.split('/')
    const most = isIP(address) === 4 ? 32 : 128
    if (isIP(address) === 0 || more.length > 0 || !/^[1-9]\d{0,2}$/.test(bits) || Number(bits) > most) {
      throw new InvalidSettingError(
        `${name} must be IP addresses or ranges like 10.0.0.0/8, but it has "${value}".`,
      )
    }
  }
  return values
}

/** Reads a secret of at least 32 characters. Error messages omit its value. */
export function secret(env: Environment, name: string): string | null {
  const value = env[name]
  if (!value) return null
  if (!/^[\x21-\x7e]{32,200}$/.test(value)) {
    throw new InvalidSettingError(`${name} must have 32 to 200 letters, digits and symbols, without spaces.`)
  }
  return value
}

/** Reads one of some words. */
export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  fallback: Value,
  values: readonly Value[],
): Value {
  const given = env[name] || fallback
  const value = values.find((it) => it === given)
  if (value === undefined) {
    throw new InvalidSettingError(`${name} must be one of ${values.join(', ')}, but it is "${given}".`)
  }
  return value
}

/** Reads `yes` or `no`. The default is `no`. */
export function yesOrNo(env: Environment, name: string): boolean {
  return oneOf(env, name, 'no', ['yes', 'no']) === 'yes'
}

/** Parses `10/300` as ten calls in 300 seconds. */
export function limit(env: Environment, name: string, fallback: string): RateLimit {
  const value = env[name] || fallback
  const [, calls, seconds] = /^(\d{1,9})\/(\d{1,7})$/.exec(value) ?? []
  if (Number(calls) < 1 || Number(seconds) < 1 || calls === undefined) {
    throw new InvalidSettingError(`${name} must be calls/seconds like 10/300, but it is "${value}".`)
  }
  return { calls: Number(calls), seconds: Number(seconds) }
}
