/**
 * The page that a mailed link opens (docs/protocols/auth.md section 5.8). Mail scanners and previews open links too, so opening
 * one changes nothing: its button does.
 */
import { LINK_FORM, LINK_PLACEHOLDERS as placeholders } from '../../../contract/people/link-page.ts'
import type { PageTemplate } from '../../platform/http/page-template.ts'
import { barePolicy } from '../../platform/http/security.ts'
import type { Auth } from './auth.ts'
import { FilledPage } from './http.ts'
import type { MailType } from './one-time-tokens.ts'
import { formTargets, resolveRedirect } from './redirects.ts'
import { findLink, type Link } from './verify.ts'

interface Words {
  readonly title: string
  readonly text: string
  readonly button: string
}

const WORDS: Readonly<Record<MailType, Words>> = {
  signup: {
    title: 'Confirm your email address',
    text: 'Confirm that you read mail at this address and registered with it.',
    button: 'Confirm this address',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'Continue if you asked to reset your password. Nothing changes until you save a new one.',
    button: 'Choose a new password',
  },
  email_change: {
    title: 'Confirm the change of address',
    text: 'Confirm it if you asked to change the email address of your account.',
    button: 'Confirm the change',
  },
  email: {
    title: 'Is this your device?',
    text: 'Continue if you are signing in on this device. Then enter your password again.',
    button: 'This is my device',
  },
  email_change_undo: {
    title: 'Undo the change of address',
    text: 'Your account gets its old address back, every device is signed out, and you choose a new password.',
    button: 'Undo the change',
  },
}

const OVER: Words = {
  title: 'This link has been used or has expired',
  text: 'A link works only once, and for a short time. Continue to ask for a new email.',
  button: 'Continue',
}

/** For instances that serve the API alone. */
export const BARE_LINK_PAGE: PageTemplate = {
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${placeholders.title}</title><h1>${placeholders.title}</h1><p>${placeholders.text}</p>
<form method="post" action="${LINK_FORM}"><input type="hidden" name="token" value="${placeholders.token}"><input
type="hidden" name="type" value="${placeholders.type}"><input type="hidden" name="redirect_to"
value="${placeholders.redirectTo}"><button>${placeholders.button}</button></form></html>`,
  policy: (formTargets) => barePolicy(formTargets),
}

/** @returns the page of a mailed link, with the button that follows it, or the reason why it no longer works */
export async function showLink(auth: Auth, page: PageTemplate, link: Link): Promise<FilledPage> {
  const redirectTo = resolveRedirect(auth, link.redirectTo, link.referer)
  const type = await findLink(auth, link)
  const { title, text, button } = type ? WORDS[type] : OVER
  // The redirect comes last: a placeholder in it stays as it is.
  const values = {
    [placeholders.title]: title,
    [placeholders.text]: text,
    [placeholders.button]: button,
    [placeholders.type]: link.type,
    [placeholders.token]: link.token,
    [placeholders.redirectTo]: redirectTo,
  }
  return new FilledPage(page, values, formTargets(auth, redirectTo))
}
