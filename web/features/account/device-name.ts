/** A readable name of a device, from its user agent. */
import { readUserAgent } from '../../../contract/platform/user-agent.ts'
import { account as words } from '#words/people/account.ts'

/** @param userAgent as sent by the device; empty if it sent none */
export function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser === undefined && system === undefined) return words.unknownDevice
  if (system === undefined) return browser ?? words.unknownDevice
  return words.browserOn(browser ?? words.someBrowser, system)
}
