/** The folder of the product. The server is built into `build/node/`, which lies as deep as this file. */
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** The built pages. */
export const BUILD_FOLDER = join(ROOT, 'build/client')

/** The bundle that renders, made by the build. */
export const RENDERER = join(ROOT, 'build/renderer')
