import { paths, withToken } from '../../../contract/screen-paths.ts'
import type { AccountLetters } from './account-letter-props.ts'
import { membershipEnding } from './member-letters.ts'
import { type Line, line, type Message, type Templates } from './message.ts'

/** Creates a template for a letter that greets its recipient with the name in the props. */
function ownerTemplate<Props extends { readonly name: string }>(
  write: (props: Props) => Omit<Message, 'recipientName'>,
) {
  return (props: Props): Message => ({ recipientName: props.name, ...write(props) })
}

const nextSteps: Readonly<Record<AccountLetters['welcome']['role'], Line>> = {
  khateeb: line`Then sign in and tell masjids a little about yourself: they read your profile before they invite you.`,
  masjid: line`Then sign in and post your next khutbahs: khateebs nearby see them at once and can ask for a slot.`,
}

/** Templates of the letters about an account: its sign-in, security and email address. */
export const accountLetters: Templates<AccountLetters> = {
  /** To the owner of a new account, to confirm the address. */
  welcome: ownerTemplate(({ role, token }) => ({
    subject: line`Welcome to Minbar: please confirm your email`,
    paragraphs: [
      line`Welcome to Minbar! Please confirm that this address is yours, so that nobody else can use it in your name.`,
      nextSteps[role],
    ],
    button: { label: line`Confirm my email`, path: withToken(paths.verifyEmail, token) },
  })),

  /** To the owner of an account for which a password reset was requested. */
  password_reset: ownerTemplate(({ token }) => ({
    subject: line`Choose a new Minbar password`,
    paragraphs: [
      line`Somebody asked for a new password for your account. If that was you, choose one now.`,
      line`The link works once, within 30 minutes.`,
    ],
    button: { label: line`Choose a new password`, path: withToken(paths.resetPassword, token) },
    note: line`Wasn’t it you? Then you don’t need to do anything: your password stays the same.`,
  })),

  /** To a user whose password was changed, by the user or by an intruder. */
  password_changed: ownerTemplate(() => ({
    subject: line`Your Minbar password was changed`,
    paragraphs: [
      line`The password of your account was just changed. If that was you, all is well.`,
      line`If it wasn’t you, please choose a new one right away: enter your email on the sign-in page and follow “Forgot password”.`,
    ],
    button: { label: line`Go to the sign-in page`, path: paths.login },
  })),

  /** To a user who asked for another confirmation letter. */
  verify_email: ownerTemplate(({ token }) => ({
    subject: line`Please confirm your email`,
    paragraphs: [
      line`Please confirm that this address is yours. Until you do, the people you contact on Minbar see that it isn’t confirmed.`,
    ],
    button: { label: line`Confirm my email`, path: withToken(paths.verifyEmail, token) },
  })),

  /** To the new address, before the change of email. */
  confirm_email: ownerTemplate(({ token }) => ({
    subject: line`Confirm your new email for Minbar`,
    paragraphs: [
      line`You asked to use this address at Minbar from now on: to sign in, and for our emails. Please confirm that it is yours.`,
      line`The link works once, within a day. Until you use it, nothing changes.`,
    ],
    button: { label: line`Use this address`, path: withToken(paths.confirmEmail, token) },
    note: line`Didn’t ask for this? Someone probably mistyped their address. Please don’t use the link.`,
  })),

  /** To the old address, after the change of email. The link undoes the change. */
  email_changed: ownerTemplate(({ newEmail, token }) => ({
    subject: line`Your email at Minbar was changed`,
    paragraphs: [
      line`From now on you sign in with ${newEmail}, and our emails go there. If that was you, all is well.`,
      line`If it wasn’t you, take your account back. We will restore this address, sign out all devices, and send you a link to choose a new password.`,
    ],
    button: { label: line`This wasn’t me: undo it`, path: withToken(paths.undoEmailChange, token) },
    note: line`The link works once, within a week of the change, even if the address is changed again.`,
  })),

  /** To the old address, after the change was undone. */
  email_restored: ownerTemplate(({ token }) => ({
    subject: line`Your Minbar account is yours again: choose a new password`,
    paragraphs: [
      line`Your account uses this address again. We signed out all devices, and removed passkeys and authenticator apps that were added since the change or in the week before it. Because someone else knew your old password, it no longer works: please choose a new one now.`,
      line`If your account still has older passkeys or authenticator apps, please check on your account page that they are yours.`,
      line`The link works once, within 30 minutes. After that, enter your email on the sign-in page and follow “Forgot password”.`,
    ],
    button: { label: line`Choose a new password`, path: withToken(paths.resetPassword, token) },
    note: line`Did you use the old password elsewhere? Then please change it there, too.`,
  })),

  /** To the new address, after the change was undone. */
  email_change_undone: ownerTemplate(() => ({
    subject: line`The change of your email at Minbar was undone`,
    paragraphs: [
      line`Someone who can read the emails to your earlier address has undone the change. Your account uses that address again, not this one.`,
      line`If that surprises you, please contact the people who run this site.`,
    ],
    button: { label: line`Go to the sign-in page`, path: paths.login },
  })),

  /** To a user whose account has a new second factor, added by the user or by an intruder. */
  second_factor_added: ownerTemplate(({ factor, device }) => ({
    subject:
      factor === 'passkey'
        ? line`A passkey was added to your Minbar account`
        : line`An authenticator app was added to your Minbar account`,
    paragraphs: [
      factor === 'passkey'
        ? line`A passkey was just added to your account, on this device: ${device}. This passkey can sign in to your account. If you added it, all is well.`
        : line`An authenticator app was just added to your account, on this device: ${device}. From now on, you need its codes to sign in. If you added it, all is well.`,
      line`If you didn’t add it, please remove it on your account page and choose a new password right away. If you can’t sign in any more, contact the people who run this site.`,
    ],
    button: { label: line`Check my account`, path: paths.account },
  })),

  /** To a user whose account has lost a second factor, removed by the user or by an intruder. */
  second_factor_removed: ownerTemplate(({ factor, device }) => ({
    subject:
      factor === 'passkey'
        ? line`A passkey was removed from your Minbar account`
        : line`The authenticator app was removed from your Minbar account`,
    paragraphs: [
      factor === 'passkey'
        ? line`A passkey was just removed from your account. It had been added on this device: ${device}. If you removed it, all is well.`
        : line`The authenticator app was just removed from your account. It had been added on this device: ${device}. If you removed it, all is well.`,
      line`If it wasn’t you, please choose a new password right away, and check your account page.`,
    ],
    button: { label: line`Check my account`, path: paths.account },
  })),

  /** To a user who used a recovery code, or whose recovery code an intruder used. */
  recovery_code_used: ownerTemplate(({ left }) => ({
    subject: line`A recovery code of your Minbar account was used`,
    paragraphs: [
      left === null
        ? line`One of your recovery codes was just used to make new codes. The old ones no longer work. If that was you, all is well.`
        : line`One of your recovery codes was just used. It works only once. Unused codes: ${left}. If that was you, all is well.`,
      line`If it wasn’t you, please choose a new password and make new recovery codes right away.`,
    ],
    button: { label: line`Check my account`, path: paths.account },
  })),

  /** To a user after the operator has removed all second factors of the account. */
  second_factors_reset: ownerTemplate(() => ({
    subject: line`Two-step sign-in was removed from your Minbar account`,
    paragraphs: [
      line`The people who run this site have removed the passkeys, authenticator app and recovery codes of your account. Until you add new ones, your password is enough to sign in.`,
      line`If you didn’t ask for this, please contact them and choose a new password.`,
    ],
    button: { label: line`Go to my account`, path: paths.account },
  })),

  /** The last letter to a deleted account. */
  account_deleted: ownerTemplate(({ membership }) => ({
    subject: line`Your Minbar account was deleted`,
    paragraphs: [
      ...(membership === undefined
        ? [
            line`As you asked, we deleted your account and your data. We told everyone who was counting on you for an upcoming khutbah.`,
          ]
        : [
            membershipEnding(membership),
            line`You used your account only for this masjid, so we deleted it and your data.`,
          ]),
      line`Thank you for being part of Minbar. You are welcome to sign up again at any time, with this address, too.`,
    ],
    button: { label: line`Open Minbar`, path: paths.home },
    ...(membership !== undefined && membership.by.who !== 'recipient'
      ? { note: line`If that surprises you, please ask the people at the masjid.` }
      : {
          note: line`Wasn’t it you? Then somebody knew your password: please change it wherever else you use it.`,
        }),
  })),
}
