import type { Letter, LetterWithNews } from './content/letter.ts'
import { isNews } from './content/news-kinds.ts'

/** The recipient of a letter. */
export interface LetterRecipient {
  readonly address: string
  /** The party that the letter is for. */
  readonly partyUid: string
}

/**
 * A question in a letter. For a proposal: whether the reader accepts or approves it. For a slot and its confirmed khateeb: whether he can
 * come, for example at a new time.
 */
export type QuestionInLetter =
  | { readonly proposalId: string }
  | { readonly slotId: string; readonly khateebUid: string }

/**
 * Adds the token of an answer link to each question in a letter, if the reader may answer this question.
 * @param tokenFor creates the token; undefined if the reader may not answer
 */
export async function withAnswerTokens(
  letter: Letter,
  tokenFor: (question: QuestionInLetter) => Promise<string | undefined>,
): Promise<Letter> {
  if (letter.kind === 'gathered') {
    const letters: LetterWithNews[] = []
    for (const news of letter.props.letters) letters.push(await withAnswerToken(news, tokenFor))
    return { kind: letter.kind, props: { letters } }
  }
  if (letter.kind === 'new_khateeb_confirmed') {
    const { khateebUid, slot } = letter.props
    const answerToken = await tokenFor({ slotId: slot.slotId, khateebUid })
    return answerToken === undefined ? letter : { kind: letter.kind, props: { ...letter.props, answerToken } }
  }
  return isNews(letter) ? withAnswerToken(letter, tokenFor) : letter
}

async function withAnswerToken(
  news: LetterWithNews,
  tokenFor: (question: QuestionInLetter) => Promise<string | undefined>,
): Promise<LetterWithNews> {
  const question = questionIn(news)
  const answerToken = question && (await tokenFor(question))
  if (answerToken === undefined) return news
  const answerable = { kind: news.kind, props: { ...news.props, answerToken } }
  return isNews(answerable) ? answerable : news
}

function questionIn({ kind, props }: LetterWithNews): QuestionInLetter | undefined {
  if (kind === 'invite_received' || kind === 'request_received') return { proposalId: props.proposalId }
  if (kind !== 'slot_moved' && kind !== 'request_approved') return undefined
  if (kind === 'slot_moved' && props.was === 'invite') return { proposalId: props.rowId }
  const { occasion, khateebUid, stateAtSending } = props
  return stateAtSending?.awaitsReconfirmation === true ? { slotId: occasion.slotId, khateebUid } : undefined
}
