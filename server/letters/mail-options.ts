import type { SendMailOptions } from 'nodemailer'
import type { Sender } from '../mail-sender.ts'
import type { OutgoingLetter } from './transport.ts'

/**
 * Returns the nodemailer options of a letter. The Message-ID and the date are derived from the letter, so they stay the same if the letter
 * is sent twice. Security: addresses are passed as objects, so that nodemailer does not parse them as lists.
 */
export function mailOptions(letter: OutgoingLetter, from: Sender): SendMailOptions {
  return {
    from: { ...from },
    to: { name: '', address: letter.to },
    envelope: { from: from.address, to: [letter.to] },
    messageId: messageIdOf(letter.id, from),
    date: letter.writtenAt,
    subject: escapeEncodedWords(letter.subject),
    text: letter.text,
    html: letter.html,
    attachments: letter.calendar.map(({ method, content }, index) => ({
      filename: `khutbah${index === 0 ? '' : `-${index + 1}`}.ics`,
      content,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
    // These headers stop automatic replies. RFC 3834 defines the first header, and Exchange reads the second.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Security: mail programs would decode text in a subject that looks like an encoded word (RFC 2047), including its line breaks. Non-ASCII
 * isolate marks around the subject make nodemailer encode the whole subject.
 */
function escapeEncodedWords(subject: string): string {
  return subject.includes('=?') ? `\u2068${subject}\u2069` : subject
}

function messageIdOf(id: string, { address }: Sender): string {
  return `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`
}
