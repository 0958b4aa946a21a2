/** Both Caddyfiles in a real Caddy, where the machine has one; `CADDY=path` takes another than Debian's. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/process.ts'

const CADDY = process.env['CADDY'] ?? '/usr/bin/caddy'
const DEPLOY = join(import.meta.dirname, '../../deploy')
const CLIENT = '203.0.113.9'

/** @returns its address, once it answers */
async function startCaddy(content: string, port: number): Promise<string> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${content}`)
  const caddy = spawn(CADDY, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    stdio: 'ignore',
    env: { HOME: folder },
  })
  onTestFinished(() => void caddy.kill())
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 50 })
  return url
}

/** A server that answers with its number and the client addresses in `X-Forwarded-For`. */
async function startServer(number: number): Promise<number> {
  const port = await freePort()
  const server = createServer(({ headers }, answer) => {
    answer.end(JSON.stringify({ number, told: String(headers['x-forwarded-for']).split(', ') }))
  })
  server.listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  return port
}

test.skipIf(!existsSync(CADDY))(
  'who posted a form while the server is away is told to go back and send it again',
  async () => {
    const [port, nothing] = [await freePort(), await freePort()]
    const content = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
      .replace('aid.example.org {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:3000', `127.0.0.1:${nothing}`)
      .replace('lb_try_duration 5s', 'lb_try_duration 0s')
    const answer = await fetch(`${await startCaddy(content, port)}/aid/plain`, { method: 'POST', body: 'name=Amina' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '5'])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('go back in your browser, wait a minute, and send it again')
  },
)

test.skipIf(!existsSync(CADDY))('of many servers, each is told of the client, who keeps one of them', async () => {
  const port = await freePort()
  const servers = [await startServer(1), await startServer(2)]
  const content = readFileSync(join(DEPLOY, 'many/Caddyfile'), 'utf8')
    .replace(':3000 {', `http://127.0.0.1:${port} {`)
    .replace('signer:3000', `127.0.0.1:${servers[0]}`)
    .replace('second:3000', `127.0.0.1:${servers[1]}`)
  const url = await startCaddy(content, port)
  const Told = z.object({ number: z.number(), told: z.array(z.string()) })
  const ask = async () => Told.parse(await (await fetch(url, { headers: { 'x-forwarded-for': CLIENT } })).json())
  const Settings = z.object({ 'x-settings': z.object({ TRUST_PROXY: z.coerce.number() }) })
  const compose = Settings.parse(parse(readFileSync(join(DEPLOY, 'many/compose.yaml'), 'utf8')))
  const answers = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]
  expect(answers.map(({ told }) => told.at(-compose['x-settings'].TRUST_PROXY))).toEqual(answers.map(() => CLIENT))
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1)
})
