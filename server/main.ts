/** Where the server's process begins: what must come before every other import, then the server itself. */
import './lib/quick-imports.ts'

await import('./serve.ts')
