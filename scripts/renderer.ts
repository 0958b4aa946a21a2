/** The exports of `web/entry.server.tsx`, which is bundled before it can run. */
import { z } from 'zod'

export const Renderer = z.object({
  /** Addresses of every page. */
  addresses: z.array(z.string()).readonly(),
  modulesOf: z.custom<(address: string) => Promise<readonly string[]>>((value) => typeof value === 'function'),
  renderPage: z.custom<(address: string, script: string) => Promise<string>>((value) => typeof value === 'function'),
})
