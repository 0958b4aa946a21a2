/** The origins of this instance's addresses, by which it recognises its own URLs. */
import type { Core } from '../core.ts'

/** URLs may use PUBLIC_URL or the host of the request. The path decides, not the host. */
export function originsOf({ env }: Pick<Core, 'env'>, host: string | undefined): string[] {
  return [new URL(env.publicUrl).origin, ...(host === undefined ? [] : [`http://${host}`, `https://${host}`])]
}
