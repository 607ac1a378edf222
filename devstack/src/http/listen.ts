import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts `server` on 127.0.0.1. Port 0 takes a free one. Resolves with the port in use. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
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
