import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CalendarDate } from '../app/formatted-values.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { NewsItem } from './news-queries.ts'

/** Shows a piece of news as a sentence. */
export function NewsSentence({ item }: { item: NewsItem }) {
  const masjid = <bdi>{item.masjid.name}</bdi>
  const khateeb = <bdi>{item.khateeb.name}</bdi>
  const { closedCount } = item
  // Undefined for a kind that only a newer server knows, because this page was opened before an update.
  const sentence: (typeof sentences)[NewsItem['kind']] | undefined = sentences[item.kind]
  return (
    <>
      {sentence === undefined ? (
        <Trans>There is news. Please reload this page to read it.</Trans>
      ) : (
        sentence({ item, masjid, khateeb })
      )}
      {closedCount > 0 && (
        <>
          {' '}
          <Plural
            value={closedCount}
            one="This also closed an invite or request."
            other="This also closed # invites or requests."
          />
        </>
      )}
    </>
  )
}

interface SentenceParts {
  readonly item: NewsItem
  readonly masjid: ReactNode
  readonly khateeb: ReactNode
}

const sentences: Readonly<Record<NewsItem['kind'], (facts: SentenceParts) => ReactNode>> = {
  invite_received: ({ masjid }) => <Trans>{masjid} invites you to give the khutbah.</Trans>,
  invite_revoked: ({ masjid, item }) => (
    <>
      <Trans>{masjid} withdrew its invite.</Trans>
      <FormerStart was="invite" item={item} />
    </>
  ),
  request_approved: ({ masjid, item }) =>
    item.awaitsReconfirmation ? (
      <Trans>{masjid} approved your request. Please confirm the new time.</Trans>
    ) : item.isConfirmed ? (
      <Trans>{masjid} approved your request. You are giving the khutbah.</Trans>
    ) : (
      <Trans>{masjid} approved your request, but you are no longer confirmed.</Trans>
    ),
  request_rejected: ({ masjid, item }) => (
    <>
      <Trans>{masjid} declined your request.</Trans>
      <FormerStart was="request" item={item} />
    </>
  ),
  khateeb_removed: ({ masjid, item }) => (
    <>
      <Trans>{masjid} removed you. You are no longer giving the khutbah.</Trans>
      <FormerStart was="confirmed" item={item} />
    </>
  ),
  slot_removed: (facts) => canceledSentence(facts),
  masjid_left: (facts) => canceledSentence(facts),
  masjid_moved: ({ masjid, item: { moved } }) =>
    moved?.address === true ? (
      <Trans>{masjid} has a new address.</Trans>
    ) : (
      <Trans>{masjid} changed its time zone.</Trans>
    ),
  slot_moved: ({ masjid, item }) => {
    const from = formerStart(item)
    return (
      <Trans>
        {masjid} moved the khutbah from {from}.
      </Trans>
    )
  },
  proposal_closed_by_move: ({ masjid, item }) => {
    const { direction } = item
    const from = formerStart(item)
    if (from === null)
      return direction === 'invite' ? (
        <Trans>
          {masjid} changed its time zone. You’re giving another khutbah at the new time, so the invite was
          closed.
        </Trans>
      ) : (
        <Trans>
          {masjid} changed its time zone. You’re giving another khutbah at the new time, so your request was
          closed.
        </Trans>
      )
    return direction === 'invite' ? (
      <Trans>
        {masjid} moved the khutbah from {from} to a time when you’re giving another one, so the invite was
        closed.
      </Trans>
    ) : (
      <Trans>
        {masjid} moved the khutbah from {from} to a time when you’re giving another one, so your request was
        closed.
      </Trans>
    )
  },
  rival_confirmed: ({ masjid, item }) => (
    <>
      <Trans>{masjid} chose another khateeb.</Trans>
      <FormerStart was={item.direction} item={item} />
    </>
  ),
  topic_comes_again: ({ khateeb }) => (
    <Trans>The topic that {khateeb} named is also the topic of another khutbah within 12 weeks.</Trans>
  ),
  slot_described: ({ masjid }) => <Trans>{masjid} changed the language or the note of your khutbah.</Trans>,
  approval_given: ({ masjid }) => <Trans>{masjid} approved you. You can request its khutbahs now.</Trans>,
  approval_asked: ({ khateeb }) => <Trans>{khateeb} asks for your approval.</Trans>,
  request_received: ({ khateeb }) => <Trans>{khateeb} would like to give the khutbah.</Trans>,
  request_revoked: ({ khateeb }) => <Trans>{khateeb} withdrew the request.</Trans>,
  invite_accepted: ({ khateeb, item }) =>
    item.awaitsReconfirmation ? (
      <Trans>{khateeb} accepted your invite, but hasn’t confirmed the new time yet.</Trans>
    ) : item.isConfirmed ? (
      <Trans>{khateeb} accepted your invite and will give the khutbah.</Trans>
    ) : (
      <Trans>{khateeb} accepted your invite, but is no longer confirmed.</Trans>
    ),
  invite_rejected: ({ khateeb }) => <Trans>{khateeb} declined your invite.</Trans>,
  khateeb_booked_elsewhere: ({ khateeb }) => <Trans>{khateeb} was booked for another khutbah.</Trans>,
  khateeb_reconfirmed: ({ khateeb }) => <Trans>{khateeb} confirmed again.</Trans>,
  khateeb_withdrew: ({ khateeb }) => <Trans>{khateeb} can’t give the khutbah after all.</Trans>,
  khateeb_left: ({ khateeb, item }) =>
    item.was === 'confirmed' ? (
      <Trans>{khateeb} left Minbar and won’t give the khutbah.</Trans>
    ) : (
      <Trans>{khateeb} left Minbar and is no longer free.</Trans>
    ),
}

/** Returns the date and time of the former start; null without one. */
function formerStart({ movedFrom }: NewsItem): ReactNode {
  return (
    movedFrom && (
      <>
        <CalendarDate value={movedFrom.date} dayless />, <SlotTime {...movedFrom} />
      </>
    )
  )
}

/** Shows the start that the khateeb had agreed to, or the start of his proposal. He may not know the later start, which the news shows. */
function FormerStart({ was, item }: Pick<SentenceParts, 'item'> & Pick<NewsItem, 'was'>): ReactNode {
  const from = formerStart(item)
  if (from === null) return null
  return (
    <>
      {' '}
      {was === 'invite' ? (
        <Trans>You had been invited for {from}.</Trans>
      ) : was === 'request' ? (
        <Trans>You had asked for {from}.</Trans>
      ) : (
        <Trans>You had agreed to {from}.</Trans>
      )}
    </>
  )
}

function canceledSentence({ masjid, item }: SentenceParts): ReactNode {
  return (
    <>
      {item.was === 'confirmed' ? (
        <Trans>Canceled: your khutbah at {masjid}.</Trans>
      ) : (
        <Trans>Canceled: the khutbah at {masjid}.</Trans>
      )}
      <FormerStart was={item.was} item={item} />
    </>
  )
}
