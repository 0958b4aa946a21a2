/** The entry point of the server process: first what must run before every other import, then the server itself. */
import './platform/quick-imports.ts'

await import('./serve.ts')
