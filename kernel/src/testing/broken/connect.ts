import type { Connection, ConnectorContribution, ConnectRequest } from '../../contracts/points/connector.js'

/** Changes the connections that a connector answers, restored ones as well. */
export const connecting =
  (change: (connection: Connection, request: ConnectRequest) => Connection) =>
  (right: ConnectorContribution): ConnectorContribution => ({
    ...right,
    connect: async (request) => change(await right.connect(request), request),
    restore: async (request) => {
      const restored = await right.restore?.(request)
      return restored && change(restored, request)
    },
  })

/** A promise that nobody settles. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {})
