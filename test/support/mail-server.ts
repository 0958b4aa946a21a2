/** A real mail server for tests. It accepts everything, or refuses every recipient as real servers do. */
import { SMTPServer } from 'smtp-server'

export interface Received {
  from: string
  to: string[]
  /** The unchanged message, with its headers. */
  message: string
}

export interface MailServer {
  received: Received[]
  /** How many connections were opened so far, and how many are open. */
  connections(): number
  openConnections(): number
  close(): Promise<void>
}

/** @param password senders must sign in with it. Without one, they need not sign in */
export async function startMailServer(port: number, refusing = false, password?: string): Promise<MailServer> {
  const received: Received[] = []
  let opened = 0
  let open = 0
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === password ? done(null, { user: auth.username }) : done(new Error('not with this password')),
    logger: false,
    onConnect(_session, done) {
      opened += 1
      open += 1
      done()
    },
    onClose: () => void (open -= 1),
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      if (!refusing) return done()
      done(Object.assign(new Error(`<${address}> is not welcome here`), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    received,
    connections: () => opened,
    openConnections: () => open,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
