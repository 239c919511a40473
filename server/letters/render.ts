import { withActingParty } from '../../contract/acting-party.ts'
import type { Path } from '../../contract/screen-paths.ts'
import type { Letter } from './content/letter.ts'
import type { Link, Message } from './content/message.ts'
import { messageOf } from './content/templates.ts'
import { renderHtml } from './render-html.ts'
import { type RenderOptions, renderSubject, renderText } from './render-text.ts'

/** A rendered letter. The subject is one line. Text and HTML have the same content. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function render(letter: Letter, options: RenderOptions): RenderedLetter {
  const { partyUid = null } = options
  const message = partyUid === null ? messageOf(letter) : messageForParty(messageOf(letter), partyUid)
  return {
    subject: renderSubject(message, options.language ?? 'en'),
    text: renderText(message, options),
    html: renderHtml(message, options),
  }
}

/** Adds the party to each link to a screen in the message. So a reader with several parties acts for this party on the linked screens. */
function messageForParty(message: Message, partyUid: string): Message {
  const { facts, button } = message
  return {
    ...message,
    ...(facts !== undefined && {
      facts: facts.map(({ links, ...row }) => ({
        ...row,
        ...(links !== undefined && { links: links.map((link) => linkForParty(link, partyUid)) }),
      })),
    }),
    button: { ...button, path: pathForParty(button.path, partyUid) },
  }
}

function linkForParty(link: Link, partyUid: string): Link {
  return isPath(link.to) ? { ...link, to: pathForParty(link.to, partyUid) } : link
}

/** Leaves a link with a token in its fragment unchanged, because such a link already belongs to one party. */
function pathForParty(path: Path, partyUid: string): Path {
  return path.includes('#') ? path : withActingParty(path, partyUid)
}

function isPath(to: Link['to']): to is Path {
  return to.startsWith('/')
}
