import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { LinkButton } from '../app/link-button.tsx'
import { LinkResult } from '../identity/letter-link-notices.tsx'
import { JoinAsKhateebForm } from './join-as-khateeb-form.tsx'
import { SlotQuestion } from './slot-question.tsx'

interface KhateebInvitationProps extends Omit<ComponentProps<typeof SlotQuestion>, 'slot'> {
  /** Whether the signed-in user has a khateeb profile. */
  isKhateeb: boolean
}

/** What an invited khateeb sees: the question about an open slot, the form to join Minbar, or the advice to add a khateeb profile first. */
export function KhateebInvitation({ isKhateeb, ...props }: KhateebInvitationProps) {
  const { slot } = props.invitation
  if (props.isSignedIn && !isKhateeb) return <AddProfileNotice {...props} />
  return slot?.isOpen ? <SlotQuestion {...props} slot={slot} /> : <JoinAsKhateebForm {...props} />
}

/** For an invited khateeb who has an account without a khateeb profile. */
function AddProfileNotice({
  title,
  invitation: { masjidName },
}: Pick<KhateebInvitationProps, 'title' | 'invitation'>) {
  return (
    <LinkResult
      title={title}
      result={t`${masjidName} invites you as a khateeb.`}
      tone="info"
      action={<LinkButton to={paths.account}>{t`Open your account`}</LinkButton>}
    >
      {t`To accept, add a khateeb profile to your account first. Then open the link in the email again.`}
    </LinkResult>
  )
}
