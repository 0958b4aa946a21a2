/**
 * Loads a part of the program on demand. Browsers remember for the lifetime of the page that an address failed, so on a bad connection
 * every later press would fail too: after a failure the same part is requested under another address.
 */

/** How often the other addresses of a part have failed as well. The first one that loads is kept: a part has its own state. */
const failures = new Map<string, number>()

export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part>
export async function loadPart(load: () => Promise<unknown>): Promise<unknown> {
  try {
    return await load()
  } catch (fault) {
    // Browsers that remember name the address; the others fetch it again.
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
