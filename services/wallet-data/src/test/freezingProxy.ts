import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before a PostgreSQL or Redis and can freeze: its connections stay open, and nothing comes through. */
export interface FreezingProxy {
  /** The address that was given, by way of the proxy. */
  readonly url: string
  freeze(): void
  stop(): Promise<void>
}

export async function startFreezingProxy(target: string): Promise<FreezingProxy> {
  const url = new URL(target)
  const port = Number(url.port)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk) => {
      if (!isFrozen) to.write(chunk)
    })
    // Its other side learns of every end from "close".
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (!isFrozen) to.destroy()
    })
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      isFrozen = true
    },
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
