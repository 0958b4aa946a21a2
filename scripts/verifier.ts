/** Makes the stand-alone verifier of a build: scripts/verify.ts with all that it imports, in one file that plain Node runs. */
import { join } from 'node:path'
import { build } from 'vite'

/** @param output the folder of the built pages */
export async function writeVerifier(output: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(import.meta.dirname, 'verify.ts'),
      outDir: output,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: {
        output: {
          entryFileNames: 'verify-log.mjs',
          // People read it. The comments are in the source: with them it would be larger than 12 kB.
          comments: false,
        },
      },
    },
  })
}
