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
