/** Where a text message sends its reader: an address without its scheme, or our telephone where networks hold back texts with addresses. */
import type { Core } from '../core.ts'

/** @param path of the page, such as `/login` */
export function placeInText({ env, organisation }: Pick<Core, 'env' | 'organisation'>, path: string): string {
  if (!env.accounts.sms.addresses) return `Call ${organisation.shown.support.phone}`
  return `See ${new URL(path, env.publicUrl).href.replace(/^https?:\/\//, '')}`
}
