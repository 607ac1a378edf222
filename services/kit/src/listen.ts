import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceSetupError } from './serviceSetupError.js'

export interface ListenOptions {
  /** @default 0: a free one */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
}

/**
 * Starts `server` and resolves with the port in use.
 *
 * @throws ServiceSetupError PORT_IN_USE
 */
export function listen(
  server: Server,
  { port = 0, host = '127.0.0.1' }: ListenOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => {
      const message = `The service could not listen on ${host}:${port}: ${cause.message}. Choose another port, or leave it out to get a free one.`
      reject(new ServiceSetupError('PORT_IN_USE', message, { cause }))
    }
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Closes `server` and every open connection. Resolves at once when it is not listening. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) {
      resolve()
      return
    }
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Milliseconds between looking for connections whose answer has gone out. */
const idlePause = 20

/**
 * Takes no more connections, lets what is being answered end, and then closes what is left. For what a load balancer or
 * a person still waits for when a process is replaced.
 *
 * @param patienceMilliseconds after so long, what is still open is cut
 */
export async function drain(server: Server, patienceMilliseconds = 10_000): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that is kept open after its last answer would count as open until the client lets go of it.
  const idle = setInterval(() => server.closeIdleConnections(), idlePause)
  const late = setTimeout(() => server.closeAllConnections(), patienceMilliseconds)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}
