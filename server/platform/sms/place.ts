/** The place to which a text message sends its reader: an address without its scheme, or our telephone where networks hold back texts with addresses. */
import type { Core } from '../core.ts'

interface Words {
  readonly see: (address: string) => string
  readonly call: (phone: string) => string
}

/** @param path of the page, such as `/login` */
export function placeInText({ env, organisation }: Pick<Core, 'env' | 'organisation'>, path: string, words: Words) {
  if (!env.accounts.sms.addresses) return words.call(organisation.shown.support.phone)
  return words.see(new URL(path, env.publicUrl).href.replace(/^https?:\/\//, ''))
}
