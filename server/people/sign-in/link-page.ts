/**
 * The page that a mailed link opens (docs/protocols/auth.md section 5.8). Mail scanners and previews open links too, so opening
 * one changes nothing: its button does. It is in the language of the page that the button leads to.
 */
import { LINK_FORM, LINK_PLACEHOLDERS as placeholders } from '../../../contract/people/link-page.ts'
import type { PageTemplate } from '../../platform/http/page-template.ts'
import { barePolicy } from '../../platform/http/security.ts'
import { languageOfPage } from '../../platform/languages.ts'
import { chosenLanguage } from '../../record/profiles/chosen-language.ts'
import { accountWords } from './account-texts.ts'
import type { Auth } from './auth.ts'
import { FilledPage } from './http.ts'
import { formTargets, redirectIn, resolveRedirect } from './redirects.ts'
import { findLink, type Link } from './verify.ts'

/** For instances that serve the API alone. */
export const BARE_LINK_PAGE: PageTemplate = {
  html: `<!doctype html><html lang="${placeholders.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${placeholders.title}</title><h1>${placeholders.title}</h1><p>${placeholders.text}</p>
<form method="post" action="${LINK_FORM}"><input type="hidden" name="token" value="${placeholders.token}"><input
type="hidden" name="type" value="${placeholders.type}"><input type="hidden" name="redirect_to"
value="${placeholders.redirectTo}"><button>${placeholders.button}</button></form></html>`,
  policy: (formTargets) => barePolicy(formTargets),
}

/** @returns the page of a mailed link, with the button that follows it, or the reason why it no longer works */
export async function showLink(auth: Auth, page: PageTemplate, link: Link): Promise<FilledPage> {
  const asked = resolveRedirect(auth, link.redirectTo, link.referer)
  const type = await findLink(auth, link)
  const tag = await chosenLanguage(auth, auth.db, null, () => languageOfPage(asked))
  // A language that visitors may no longer read has no pages.
  const redirectTo = redirectIn(auth.env.publicUrl, tag, asked)
  const { title, text, button } = accountWords(tag).links[type ?? 'over']
  // The redirect comes last: a placeholder in it stays as it is.
  const values = {
    [placeholders.language]: tag ?? 'en',
    [placeholders.title]: title,
    [placeholders.text]: text,
    [placeholders.button]: button,
    [placeholders.type]: link.type,
    [placeholders.token]: link.token,
    [placeholders.redirectTo]: redirectTo,
  }
  return new FilledPage(page, values, formTargets(auth, redirectTo))
}
