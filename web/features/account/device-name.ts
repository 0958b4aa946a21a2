/** A device in words, from how it names itself. */
import { readUserAgent } from '../../../contract/user-agent.ts'
import { account as words } from '#words/account.ts'

/** @param userAgent as the device names itself; empty when it did not */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser === undefined && system === undefined) return words.unknownDevice
  if (system === undefined) return browser ?? words.unknownDevice
  return words.browserOn(browser ?? words.someBrowser, system)
}
