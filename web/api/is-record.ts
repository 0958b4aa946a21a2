/** Narrows what came from outside (an answer, a message, storage) to something whose fields can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
