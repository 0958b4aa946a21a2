/**
 * Makes importing Drizzle quick. Node looks up a `.js` file's kind in its package.json, and reads all of that anew for every file:
 * Drizzle's has 180 kB and its modules are 150, which costs half a second and 250 MB at each start. Here its files are
 * named ES modules, which they are. Must be imported before anything that imports Drizzle.
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context
    if (!specifier.startsWith('.') || !parentURL?.includes('/node_modules/drizzle-orm/')) {
      return nextResolve(specifier, context)
    }
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
