import type { SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import type { OutgoingLetter } from './transport.ts'

/** Whom letters come from. */
export interface Sender {
  readonly name: string
  readonly address: string
}

/** The sender of a setting like `no-reply@example.org` or `Our masjids <no-reply@example.org>`. */
export function parseSender(mailFrom: string): Sender {
  const parsed = addressparser(mailFrom, { flatten: true })[0]
  return { name: parsed?.name || 'Minbar', address: parsed?.address || mailFrom }
}

/**
 * A letter as nodemailer takes it. Its Message-ID and date are the letter's own, so that sent twice it is the same
 * letter twice. Addresses are given in parts: none of them is parsed as a list.
 */
export function mailOptions(letter: OutgoingLetter, from: Sender): SendMailOptions {
  return {
    from: { ...from },
    to: { name: '', address: letter.to },
    envelope: { from: from.address, to: [letter.to] },
    messageId: messageIdOf(letter.id, from),
    date: letter.writtenAt,
    subject: plainly(letter.subject),
    text: letter.text,
    html: letter.html,
    // Keeps out-of-office programs from answering (RFC 3834; the second is Exchange's own).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * A subject that shows just what it says. Words that look like an encoded word (RFC 2047) would be decoded by whoever reads
 * them, line breaks in them included; with a mark around them that isn't ASCII, nodemailer encodes all of it.
 */
function plainly(subject: string): string {
  return subject.includes('=?') ? `\u2068${subject}\u2069` : subject
}

function messageIdOf(id: string, { address }: Sender): string {
  return `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`
}
