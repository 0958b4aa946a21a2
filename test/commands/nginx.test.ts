/** deploy/nginx.conf in a real nginx, where the machine has one: what visitors read while our server is replaced. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/process.ts'

const NGINX = '/usr/sbin/nginx'
const CONF = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

test.skipIf(!existsSync(NGINX))(
  'who posted a form while the server is away is told to go back and send it again',
  async () => {
    const [port, nothing, folder] = [await freePort(), await freePort(), temporaryFolder()]
    // Without certificates, the redirect to https and the folders of the system.
    const site = CONF.replace(/server \{\n {4}listen 80;[^]*?\n\}\n/, '')
      .replaceAll(/^.*(?:ssl_|listen \[::\]|_log ).*$/gm, '')
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${nothing}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (of) => `${of}_temp_path ${folder}/${of};`,
    )
    const whole = `pid ${folder}/pid; error_log ${folder}/error.log; daemon off; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`
    writeFileSync(join(folder, 'nginx.conf'), whole)
    const nginx = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
    onTestFinished(() => void nginx.kill())
    const post = () => fetch(`http://127.0.0.1:${port}/aid/plain/request`, { method: 'POST', body: 'name=Amina' })
    const answer = await vi.waitFor(post, { timeout: 10_000, interval: 50 })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '5'])
    expect(await answer.text()).toContain('go back in your browser, wait a minute, and send it again')
  },
)
