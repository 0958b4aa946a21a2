/**
 * The stand-in provider over HTTP in the test's process, with the test's clock and database:
 * the product's routes are called in process, but the product calls the provider as in reality.
 */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createSandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { createControl, type Control } from './control-client.ts'

export interface SandboxServer {
  /** The provider's address for the product. */
  baseUrl: string
  control: Control
  /** Runs the jobs that are due. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

/** Serves the provider on a free port, with its control surface. */
export async function startSandboxServer(options: Omit<SandboxOptions, 'control'>): Promise<SandboxServer> {
  const { routes } = createSandbox({ ...options, control: true })
  const app = new Hono().route('/sandbox/paystack', routes)
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) =>
      resolve({ server: listening, port: info.port }),
    )
  })
  const baseUrl = `http://127.0.0.1:${port}/sandbox/paystack`
  const control = createControl(baseUrl)
  return {
    baseUrl,
    control,
    async runJobs() {
      await control('run_jobs')
    },
    async stop() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await options.background.idle()
    },
  }
}
