/** How the pages are built. `scripts/build.ts` runs it; `npm run dev` serves the same with hot reload. */
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const SERVER = `http://127.0.0.1:${process.env.API_PORT ?? process.env.PORT ?? 3000}`

export default defineConfig({
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The policy of the pages allows fonts from our own address only, and a drawing inside the JavaScript would weigh on it.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': SERVER, '/functions': SERVER, '/sandbox': SERVER } },
})
