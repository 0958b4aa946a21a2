/**
 * Loads a part of the program that is fetched when it is needed. Browsers remember for as long as the page lives that an address
 * failed, and on a bad line a press would then fail for ever: after a failure the same part is asked for by another address.
 */

/** How often the other addresses of a part have failed as well. The one that came stays the one: a part has its own state. */
const failures = new Map<string, number>()

export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part>
export async function loadPart(load: () => Promise<unknown>): Promise<unknown> {
  try {
    return await load()
  } catch (fault) {
    // Named by the browsers that remember; the others fetch it anew by themselves.
    const address = fault instanceof TypeError ? /https?:\S+\.js/.exec(fault.message)?.[0] : undefined
    if (address === undefined) throw fault
    const failed = failures.get(address) ?? 0
    try {
      return await import(/* @vite-ignore */ `${address}?again=${failed}`)
    } catch (again) {
      failures.set(address, failed + 1)
      throw again
    }
  }
}
