/** Calls the stand-in provider's control surface (sandbox/control.ts lists its routes). */

/** `POST` unless the path begins with `GET`: `control('pay', { reference })`, `control('GET transactions')`. */
export type Control = (route: string, body?: object) => Promise<unknown>

export function createControl(baseUrl: string): Control {
  return async (route, body = {}) => {
    const [, method = 'POST', path = ''] = /^(?:(GET|POST) )?(.+)$/.exec(route) ?? []
    const response = await fetch(`${baseUrl}/control/${path}`, {
      method,
      // A kept-alive connection may close at the moment when it is used again.
      headers: { connection: 'close', ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`control ${route} was refused: ${JSON.stringify(answer)}`)
    return answer
  }
}
