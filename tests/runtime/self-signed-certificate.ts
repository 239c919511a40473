import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newDataFolder } from './data-folder.ts'

/** Makes a key and a self-signed certificate for `localhost`. Returns the paths of their files. Requires the program openssl. */
export async function newCertificate(): Promise<{ readonly key: string; readonly certificate: string }> {
  const folder = await newDataFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2'
  const options = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${certificate} ${subject}`
  await promisify(execFile)('openssl', options.split(' '))
  return { key, certificate }
}
