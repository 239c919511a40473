import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Instant } from '../../app/formatted-values.tsx'
import { lazyDialog } from '../../app/lazy-dialog.tsx'
import { QueryView } from '../../members/query-view.tsx'
import { Section } from '../../members/section.tsx'
import { Button } from '../../ui/button.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LoadingStatus, Skeleton } from '../../ui/skeleton.tsx'
import { UserText } from '../../ui/user-text.tsx'
import type { SecondFactors } from './account-queries.ts'
import { DialogButton } from './dialog-button.tsx'
import { ShowRecoveryCodesContext } from './show-recovery-codes.ts'

const AddPasskeyDialog = lazyDialog(async () => (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog)
const AddAppDialog = lazyDialog(async () => (await import('./add-app-dialog.tsx')).AddAppDialog)
const RenewCodesDialog = lazyDialog(async () => (await import('./renew-codes-dialog.tsx')).RenewCodesDialog)
const RecoveryCodesDialog = lazyDialog(
  async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
)
const RemoveFactorDialog = lazyDialog(
  async () => (await import('./remove-factor-dialog.tsx')).RemoveFactorDialog,
)

export type Factor = SecondFactors['factors'][number]

/** The section with the user's passkeys, authenticator app and recovery codes. */
export function SecondFactorSection({ query }: { query: UseQueryResult<SecondFactors> }) {
  const [codes, showCodes] = useState<readonly string[]>([])
  return (
    <Section title={t`Two-step sign-in`}>
      <QueryView
        query={query}
        failed={t`Error fetching your two-step sign-in settings. Please try again later.`}
        skeleton={
          <LoadingStatus>
            <Skeleton className="h-5 w-full" />
            <Skeleton className="mt-5 h-control w-36" />
          </LoadingStatus>
        }
      >
        {(secondFactors) => (
          <ShowRecoveryCodesContext value={showCodes}>
            <Factors {...secondFactors} />
          </ShowRecoveryCodesContext>
        )}
      </QueryView>
      <RecoveryCodesDialog isOpen={codes.length > 0} codes={codes} onClose={() => showCodes([])} />
    </Section>
  )
}

function Factors({ factors, recoveryCodes, passkeysAvailable, required }: SecondFactors) {
  const hasApp = factors.some(({ kind }) => kind === 'authenticator_app')
  return (
    <div className="grid grid-cols-1 gap-5">
      {required && (
        <Notice tone="warning" title={t`Please set up two-step sign-in`}>
          {t`This site requires two-step sign-in for every owner of a masjid. Until you set it up, you can’t do what only owners can, such as changing the masjid’s profile.`}
        </Notice>
      )}
      <p className="text-muted">
        {passkeysAvailable
          ? t`Protect your account with more than a password: a passkey (your fingerprint, face or screen lock), or codes from an authenticator app.`
          : t`Protect your account with more than a password: codes from an authenticator app on your phone.`}
      </p>
      {factors.length > 0 && (
        <List label={t`Two-step sign-in`}>
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </List>
      )}
      <div className="flex flex-wrap gap-3">
        {passkeysAvailable && <DialogButton Dialog={AddPasskeyDialog}>{t`Add a passkey`}</DialogButton>}
        <DialogButton Dialog={AddAppDialog}>{hasApp ? t`Replace the app` : t`Set up an app`}</DialogButton>
      </div>
      {factors.length > 0 && (
        <div className="grid grid-cols-1 justify-items-start gap-3 border-t border-line pt-5">
          <p>
            <Plural
              value={recoveryCodes}
              _0="You have no recovery codes left. Please make new ones."
              one="You have one recovery code left. Please make new ones."
              other="You have # unused recovery codes, in case you lose your phone."
            />
          </p>
          <DialogButton Dialog={RenewCodesDialog}>{t`Make new recovery codes`}</DialogButton>
        </div>
      )}
    </div>
  )
}

function FactorRow({ factor }: { factor: Factor }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { kind, device, addedAt, lastUsedAt } = factor
  return (
    <Row
      title={
        <span id={id} className="wrap-anywhere">
          {kind === 'passkey' ? t`Passkey` : t`Authenticator app`}
        </span>
      }
      detail={
        <>
          <p id={`${id}-added`}>
            <Trans>
              Added <Instant value={addedAt} /> on <UserText text={device} />
            </Trans>
          </p>
          {lastUsedAt !== null && (
            <p>
              <Trans>
                Last used <Instant value={lastUsedAt} />
              </Trans>
            </p>
          )}
        </>
      }
      actions={
        <>
          <Button variant="secondary" aria-describedby={`${id} ${id}-added`} onClick={() => setIsOpen(true)}>
            {t`Remove`}
          </Button>
          <RemoveFactorDialog isOpen={isOpen} onClose={() => setIsOpen(false)} factor={factor} />
        </>
      }
    />
  )
}
