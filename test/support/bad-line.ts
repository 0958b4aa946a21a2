/** An unreliable connection to a server: a proxy that breaks connections after a number of uploaded bytes. */
import { connect, createServer, type Socket } from 'node:net'

export interface BadLine {
  readonly url: string
  /**
   * Breaks a connection once, after this many more bytes to the server: nothing more passes, and the connection is closed
   * when `ready` resolves.
   */
  breakAfter(bytes: number, ready?: () => Promise<void>): void
  /** How many connections it has broken. */
  breaks(): number
  close(): Promise<void>
}

export async function badLine(target: string): Promise<BadLine> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let left = Infinity
  let isReady: (() => Promise<void>) | undefined
  let breaks = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let broken = false
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        // Bytes from before the break still reach the server.
        if (!broken) upstream.destroy()
      })
    }
    upstream.pipe(client)
    client.on('data', (piece) => {
      upstream.write(piece.subarray(0, left))
      left -= piece.length
      if (left > 0) return
      left = Infinity
      broken = true
      client.pause()
      const cut = () => {
        breaks += 1
        // Bytes that were already passed on still arrive.
        upstream.end()
        client.destroy()
      }
      if (isReady) void isReady().then(cut)
      else cut()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    breakAfter(bytes, ready) {
      left = bytes
      isReady = ready
    },
    breaks: () => breaks,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
