import { fileURLToPath } from 'node:url'

/**
 * A file with a key and its self-signed certificate for `localhost`, valid until 2126. It is in the repository, so that the tests don't
 * need a program that makes certificates.
 */
export const localhostCertificate = fileURLToPath(new URL('localhost.pem', import.meta.url))

/** Like `localhostCertificate`, with another key. A client that trusts one of the two does not trust the other. */
export const otherLocalhostCertificate = fileURLToPath(new URL('other-localhost.pem', import.meta.url))
