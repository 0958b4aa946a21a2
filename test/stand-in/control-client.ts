/** Calls the stand-in provider's control surface (server/sandbox/control.ts lists its routes). */

/** `GET` without a body that is needed, `POST` otherwise: `control('pay', { reference })`, `control('GET transactions')`. */
export type Control = (route: string, body?: object) => Promise<unknown>

export function createControl(baseUrl: string): Control {
  return async (route, body = {}) => {
    const [, method = 'POST', path = ''] = /^(?:(GET|POST) )?(.+)$/.exec(route) ?? []
    const response = await fetch(`${baseUrl}/control/${path}`, {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`control ${route} was refused: ${JSON.stringify(answer)}`)
    return answer
  }
}
